/**
 * Preloaded into a service: how long its thread computes between two turns of a timer, in its own CPU time, so that a
 * busy machine does not count. Written to the file BUSY_FILE at the end.
 */
import { writeFileSync } from 'node:fs'
import { createHistogram } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const everyMs = 5
const file = process.env['BUSY_FILE']

if (isMainThread && file !== undefined) {
  const busy = createHistogram()
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    busy.record(Math.max(1, Math.round(user + system)))
  }, everyMs).unref()
  process.on('exit', () => {
    const milliseconds = (microseconds: number): number => Math.round(microseconds / 100) / 10
    writeFileSync(
      file,
      JSON.stringify({ p999_ms: milliseconds(busy.percentile(99.9)), longest_ms: milliseconds(busy.max) })
    )
  })
}
