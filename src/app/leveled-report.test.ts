import { expect, it } from 'vitest'
import { leveledReport } from './log.ts'

function openLog() {
  const lines: object[] = []
  const at = (level: string) => (details: object) => void lines.push({ level, ...details })
  return { lines, log: { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') } }
}

it('writes what fails at error or warn, and what is only to be known at info', () => {
  const { lines, log } = openLog()
  const report = leveledReport(log, () => 0)
  report('round_failed', { round: 'watch' })
  report('source_failed', { source: 'open-meteo' })
  report('demo_ended', {})
  report('budget_paced', { source: 'open-meteo' })
  expect(lines).toEqual([
    { level: 'error', event: 'round_failed', round: 'watch' },
    { level: 'warn', event: 'source_failed', source: 'open-meteo' },
    { level: 'info', event: 'demo_ended' },
    { level: 'debug', event: 'budget_paced', source: 'open-meteo' }
  ])
})

it('writes the same failure once a minute, with how often it was left out; another one at once', () => {
  const { lines, log } = openLog()
  let now = 86_400_000
  const report = leveledReport(log, () => now)
  for (let second = 0; second <= 60; second += 1, now += 1000) report('round_failed', { round: 'deliver' })
  report('round_failed', { round: 'watch' })
  // A clock that was set back must not silence it for as long as it jumped.
  now = 0
  report('round_failed', { round: 'deliver' })
  expect(lines).toEqual([
    { level: 'error', event: 'round_failed', round: 'deliver' },
    { level: 'error', event: 'round_failed', round: 'deliver', repeated: 59 },
    { level: 'error', event: 'round_failed', round: 'watch' },
    { level: 'error', event: 'round_failed', round: 'deliver' }
  ])
})

it('an event names its request; the same event of the next request is counted, not written', () => {
  const lines: object[] = []
  const write = (line: object): void => void lines.push(line)
  let request: string | undefined = 'a-1'
  const report = leveledReport(
    { error: write, warn: write, info: write, debug: write },
    () => 0,
    () => request
  )
  report('source_failed', { source: 'one' })
  request = 'a-2'
  report('source_failed', { source: 'one' })
  report('started', {})
  request = undefined
  report('storage_unavailable', { message: 'away', requestId: 'a-3' })
  expect(lines).toEqual([
    { event: 'source_failed', requestId: 'a-1', source: 'one' },
    { event: 'started', requestId: 'a-2' },
    { event: 'storage_unavailable', requestId: 'a-3', message: 'away' }
  ])
})
