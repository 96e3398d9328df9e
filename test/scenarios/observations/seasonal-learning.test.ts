import { afterEach, expect, it } from 'vitest'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import { comingWindows, learnedHere, nightsIn } from '../../../src/forecasts/frost-view.ts'
import { gaussianCrps } from '../../../src/frost/gaussian.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import {
  datesFrom,
  keys,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

const dates = datesFrom('2026-01-10', 100)
/** From this night on sixty were measured before it was issued. */
const first = 60

/** Numbers between −1 and 1 that look like chance and are the same on every run, one for each date and purpose. */
function seededRandom(date: string, purpose: number): number {
  const seed = Math.sin(Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 1000 * purpose) * 43_758.5453
  return 2 * (seed - Math.floor(seed)) - 1
}

/** Calm nights, on which the members agree, and open ones, on which they do not. */
const isOpen = (date: string) => seededRandom(date, 1) > 0
const membersOf = (date: string) => ({
  meanC: -3 + 8 * seededRandom(date, 2),
  spreadC: isOpen(date) ? 2.4 : 0.4
})
/** The deterministic run is one more member, and no better than they. */
const foretold = (date: string) => membersOf(date).meanC + 2.5 * seededRandom(date, 3)
/** What comes follows the members' mean with a slope of its own, and scatters as they do. */
const came = (date: string) =>
  1 +
  0.7 * membersOf(date).meanC +
  (isOpen(date) ? 2.5 : 0.7) * (seededRandom(date, 4) + seededRandom(date, 5))

let app: SyntheticRecord | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

/**
 * A hundred nights through the store: each issued at noon, measured, and sent in; what was issued a day ahead comes
 * back.
 */
async function season(options: { readonly withoutMean: boolean }) {
  app = await startRecord({ startAt: noonOf('2026-01-08') })
  for (const date of dates) {
    await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold, { membersOf, ...options }))
    app.turnClockTo(noonOf(date))
    const row = { location: 'malatya', date, kind: 'air_2m', minimum: came(date) }
    expect((await app.post('/observations', row, keys.operator)).status).toBe(200)
  }
  const issued = await app.store.record.issued('38.353,38.312', false, '2026-01-01')
  const { record } = app
  const answeredOn = (issued: string) => {
    const run = syntheticRun(noonOf(issued), foretold, { membersOf, ...options })
    const point = openSnapshot(run, record.learned(run, null))
    const at = noonOf(issued)
    return learnedHere(point, nightsIn(point, comingWindows(point, at, 16), at))
  }
  const last = dates.at(-1) ?? ''
  const answered = answeredOn(last)
  const answeredInSummer = answeredOn(addDays(last, 120))
  const { learned, verification } = (await app.get('/verification?location=malatya')).body
  await app.close()
  app = null
  const dayAhead = dates.map((date) => {
    const night = issued.find((one) => one.date === date && one.leadDay === 1)
    if (night === undefined) throw new Error(`nothing was issued for ${date}`)
    return night
  })
  return { dayAhead, learned, verification, answered, answeredInSummer }
}

it('learns to read an ensemble after sixty nights: a better forecast, and not a digit of another before', async () => {
  const usual = await season({ withoutMean: true })
  const seasonal = await season({ withoutMean: false })

  expect(seasonal.dayAhead.map((night) => night.ensembleSpreadC)).toEqual(
    dates.map((date) => membersOf(date).spreadC)
  )
  expect(usual.dayAhead.every((night) => night.ensembleMeanC === null)).toBe(true)
  const withoutMembers = ({ dayAhead }: typeof usual) =>
    dayAhead.slice(0, first).map((night) => ({ ...night, ensembleMeanC: null, ensembleSpreadC: null }))
  expect(withoutMembers(seasonal)).toEqual(withoutMembers(usual))

  const crps = ({ dayAhead }: typeof usual) => {
    const late = dayAhead.slice(first)
    const sum = late.reduce(
      (so, night) => so + gaussianCrps(night.airMinimumC, night.airSigmaC, came(night.date)),
      0
    )
    return sum / late.length
  }
  expect(crps(seasonal)).toBeLessThan(0.75 * crps(usual))
  // The spread follows the members: calm nights are surer than the usual spread ever is, open ones are not.
  const sigmas = (open: boolean) =>
    seasonal.dayAhead
      .slice(first)
      .filter((night) => isOpen(night.date) === open)
      .map((one) => one.airSigmaC)
  expect(Math.max(...sigmas(false))).toBeLessThan(Math.min(...sigmas(true)))
  expect(Math.max(...sigmas(false))).toBeLessThan(1.3)

  expect(usual.answered).toEqual({ method: 'recent_nights', nights: 100 })
  expect(seasonal.answered).toEqual({ method: 'seasonal_emos', nights: 100 })
  // No law of the spring speaks of August: every night falls back, and the answer says so.
  expect(seasonal.answeredInSummer).toEqual({ method: 'recent_nights', nights: 100 })
  expect(usual.learned).toMatchObject({ method: 'recent_nights', nights: 100, seasonal_nights: 0 })
  expect(seasonal.learned).toMatchObject({ method: 'seasonal_emos', nights: 100, seasonal_nights: 100 })
  expect(seasonal.verification).toMatchObject({ observed_nights: 100, sensors_set_aside: 0 })
})
