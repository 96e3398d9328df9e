/** Processes that share a database count a client's requests together. */
import { expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { postgresEngine } from '../store/engines.ts'

const at = Date.UTC(2026, 3, 11, 22, 20)

/** The statuses of 300 requests within a minute, over four processes in turn. */
async function statuses(environment: Readonly<Record<string, string>>): Promise<Record<number, number>> {
  let now = at
  const apps = await Promise.all(
    [1, 2, 3, 4].map(() => startApp({ environment: { SOURCES: 'demo', ...environment }, clock: () => now }))
  )
  try {
    const counted: Record<number, number> = {}
    for (let turn = 0; turn < 30; turn++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          fetch(`${apps[index % 4]?.origin}/api/v1/weather?location=malatya`)
        )
      )
      for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
      now += 1_900
    }
    const metrics = await (await fetch(`${apps[0]?.origin}/metrics`)).text()
    expect(metrics).toContain('\nayaz_quotas_shared 1\n')
    return counted
  } finally {
    for (const app of apps) await app.close()
  }
}

it('exactly 60 of 300 requests in a minute pass over four processes on one PostgreSQL', async () => {
  const engine = postgresEngine()
  await engine.start()
  try {
    const { url } = await engine.fresh()
    expect(await statuses({ DATABASE_URL: url ?? '' })).toEqual({ 200: 60, 429: 240 })
  } finally {
    await engine.stop()
  }
})
