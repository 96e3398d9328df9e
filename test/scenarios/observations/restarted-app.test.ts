/** What was learned stays with the data: an app that is started again knows it, and so does the command line. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { measuredKey } from '../../../src/weather/point.ts'
import { addDays, civilDate } from '../../../src/weather/zone-clock.ts'
import { startApp, type TestApp } from '../../app.ts'
import { built } from '../../built.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { syntheticPoint } from '../../made/synthetic-nights.ts'
import { environmentOf, openTestedData, type TestedData } from '../../tested-data.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { datesFrom, keys, noonOf, startRecord, syntheticRun } from './synthetic-record.ts'

const foretold = () => -1
/** Within reach of Malatya: what the operator's thermometer has taught there is everybody's. */
const measured = { lat: syntheticPoint.lat, lon: syntheticPoint.lon }
/** Until yesterday, because the command line has the machine's clock. */
const dates = datesFrom(addDays(civilDate(Math.floor(Date.now() / 86_400_000)), -12), 12)

let data: TestedData
let upstream: Upstream
beforeEach(async () => {
  upstream = await startUpstream()
  data = await openTestedData()
  const record = await startRecord({
    startAt: noonOf(addDays(dates[0] ?? '', -1)),
    data,
    // To the service its point has no name.
    recordedAs: async (point) => ({ ...point, pointKey: measuredKey(point.pointKey) })
  })
  for (const date of dates) {
    await record.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
    record.turnClockTo(noonOf(date))
    const row = { ...measured, date, kind: 'air_2m', minimum: 1 }
    expect((await record.post('/observations', row, keys.operator)).status).toBe(200)
  }
  await record.close()
})
afterEach(async () => {
  await upstream.close()
  await data.remove()
})

const learned = {
  meta: { synthetic: false },
  frost_risk: { learned_nights: dates.length, learned_method: 'recent_nights' }
}

it('is known to an app that is started again from its first answer on', async () => {
  const open = () => startApp({ environment: upstream.environment, data })
  // The first life of the service leaves the demo; the next one has never been in it.
  const first = await open()
  const frostRisk = async ({ api }: TestApp): Promise<unknown> =>
    (await fetch(`${api}/weather/frost-risk?location=malatya`)).json()
  await frostRisk(first)
  await first.close()
  const app = await open()
  expect(await frostRisk(app)).toMatchObject(learned)
  await app.close()
})

it('is what `ayaz frost` scores with too', async () => {
  const program = await built('main')
  const env = { ...machineEnvironment(), ...upstream.environment, ...environmentOf(data) }
  for (let turn = 0; turn < 2; turn++) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'frost', 'malatya', '--json'], {
      env
    })
    expect(JSON.parse(stdout)).toMatchObject(learned)
  }
})
