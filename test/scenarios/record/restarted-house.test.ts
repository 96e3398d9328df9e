/** A whole house that is started again on the record of an earlier one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addDays } from '../../../src/forecast/zone-clock.ts'
import { startHouse, type TestHouse } from '../../house.ts'
import { startUpstream } from '../../upstream/upstream.ts'
import { datesFrom, keys, madeRun, noonOf, startRecord } from './made-record.ts'

const dates = datesFrom('2026-03-10', 12)
const foretold = () => -1

it('has learned from its first answer on what the earlier one knew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-restarted-'))
  const record = await startRecord({ startAt: noonOf('2026-03-09'), dataDir })
  for (const date of dates) {
    await record.issue(madeRun(noonOf(addDays(date, -1)), foretold))
    record.turnClockTo(noonOf(date))
    const row = { location: 'malatya', date, kind: 'air_2m', minimum: 1 }
    expect((await record.post('/observations', row, keys.operator)).status).toBe(200)
  }
  await record.close()

  const clock = () => noonOf(dates.at(-1) ?? '')
  const upstream = await startUpstream(clock)
  const open = () => startHouse({ environment: upstream.environment, clock, dataDir })
  // The first life of the service leaves the demo; the next one has never been in it.
  const first = await open()
  const frostRisk = async ({ api }: TestHouse): Promise<unknown> =>
    (await fetch(`${api}/weather/frost-risk?location=malatya`)).json()
  await frostRisk(first)
  await first.close()
  const house = await open()
  try {
    expect(await frostRisk(house)).toMatchObject({
      meta: { synthetic: false },
      frost_risk: { learned_nights: dates.length, learned_method: 'recent_nights' }
    })
  } finally {
    await house.close()
    await upstream.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
