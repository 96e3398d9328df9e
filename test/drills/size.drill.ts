/** How large the installed package is, how fast it starts, and how much memory it takes. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { serve } from '../crash/served.ts'
import { buildAndInstall } from '../install/installed.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { printFigures } from './figures.ts'
import { residentMebibytes } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

const points = 10_000
const inParallel = 20
const idleMs = 20_000

it('the installed package: its size, its commands, its start, its memory at rest and after 10,000 points', async () => {
  const { ayaz, dist, remove } = await buildAndInstall()
  try {
    await withFolder(async (environment) => {
      const began = performance.now()
      // As a service is started: without what the tests share of compiled code.
      const asService = { ...environment, NODE_COMPILE_CACHE: '' }
      const { child, origin } = await serve(asService, [process.execPath, ayaz, 'serve'])
      const { status } = await fetch(`${origin}/api/v1/weather/widget-data?location=malatya`)
      const first_answer_ms = Math.round(performance.now() - began)
      expect(status).toBe(200)
      await setTimeout(idleMs)
      const idle_mib = residentMebibytes(child.pid)
      await askForPoints(origin)
      const after_points_mib = residentMebibytes(child.pid)
      await setTimeout(idleMs)
      const rested_mib = residentMebibytes(child.pid)
      child.kill('SIGINT')
      await once(child, 'exit')
      const package_mb = Number(execFileSync('du', ['-sm', dist], { encoding: 'utf8' }).split('\t')[0])
      const commands = {
        help_ms: duration(() => execFileSync(process.execPath, [ayaz, '--help'])),
        frost_ms: duration(() =>
          execFileSync(process.execPath, [ayaz, 'frost', 'malatya'], {
            env: { ...machineEnvironment(), ...environment }
          })
        )
      }
      printFigures('size', {
        package_mb,
        ...commands,
        first_answer_ms,
        idle_mib,
        after_points_mib,
        rested_mib
      })
      expect(package_mb).toBeLessThanOrEqual(120)
      expect(idle_mib).toBeLessThanOrEqual(112)
      expect(rested_mib).toBeLessThanOrEqual(200)
    })
  } finally {
    await remove()
  }
})

/** The shortest of three runs [ms]. */
function duration(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const began = performance.now()
    run()
    return performance.now() - began
  })
  return Math.round(Math.min(...times))
}

/** Different points of Anatolia, each asked for once. */
async function askForPoints(origin: string): Promise<void> {
  let next = 0
  const one = async (): Promise<void> => {
    for (let index = next++; index < points; index = next++) {
      const [lat, lon] = [36.5 + (index % 100) * 0.05, 27 + Math.floor(index / 100) * 0.15]
      const answer = await fetch(
        `${origin}/api/v1/weather/frost-risk?lat=${lat.toFixed(3)}&lon=${lon.toFixed(3)}`
      )
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: inParallel }, one))
}
