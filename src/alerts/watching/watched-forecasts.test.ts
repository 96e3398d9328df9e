import { expect, test } from 'vitest'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import { dayMs, hourMs } from '../../common/time.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { pointOf } from '../../weather/point.ts'
import { watchedForecast, watchedForecasts } from './watched-forecasts.ts'

/** Evenings at 21:00 in Malatya. */
const evenings = Array.from({ length: 30 }, (_, day) => Date.UTC(2026, 2, 20, 18) + day * dayMs)
const { place } = inland
const weather = seasonWeather(inland, Date.UTC(2026, 2, 19), 40, 7)

function reportAt(at: number, crop: string | null) {
  const { profile } = nearestProfile({ crop, stage: crop === null ? null : 'full-bloom', exposure: null })
  return reportOf({ point: pointOf(place), place, profile, nights: 3 }, weather.run(at, at), { at })
}

test('a night of a crop has the last hour to prepare that its page shows, often hours before the harm', () => {
  const found = evenings.map((at) => {
    const report = reportAt(at, 'sweet-cherry')
    const [tonight] = watchedForecast({ run: 'a-run' }, report).nights
    expect(tonight?.lastPreparationAt).toBe(report.tonightProtection?.lastPreparationAt)
    return (tonight?.frostFromAt ?? 0) - (tonight?.lastPreparationAt ?? 0)
  })
  expect(Math.max(...found)).toBeGreaterThan(0)
})

test('without a crop there is none: it is not known what the cold harms', () => {
  for (const at of evenings.slice(0, 5)) {
    for (const night of watchedForecast({ run: 'a-run' }, reportAt(at, null)).nights) {
      expect(night).not.toHaveProperty('lastPreparationAt')
    }
  }
})

test('a thermometer that falls silent makes no other run, for an all-clear needs a second forecast', async () => {
  const [at = 0] = evenings
  const runOf = async (silentSince: number | null) => {
    const own = { isAny: () => true, owners: () => [], learned: () => null, measured: () => null }
    const watched = watchedForecasts({
      forecasts: {} as never,
      clock: () => at,
      own: { ...own, silentSince: () => silentSince }
    })
    const profile = { crop: 'generic', stage: 'generic', exposure: 'ground', owner: null } as const
    const found = await watched.stored(place, profile, weather.run(at, at))
    return [found?.runId, found?.nights[0]?.thermometerSilentSince ?? null]
  }
  const [run] = await runOf(null)
  expect(await runOf(at - dayMs)).toEqual([run, at - dayMs])
})

test('a night that the newest answer lacks was confirmed when it was last known', () => {
  const [at = 0] = evenings
  const report = reportAt(at, null)
  const [tonight] = watchedForecast({ run: 'a-run' }, report).nights
  const overHour = (tonight?.overAt ?? 0) / hourMs
  const lacking = { fromHour: overHour - 24, overHour, lacks: [], confirmedAt: at - hourMs }
  const { nights } = watchedForecast({ run: 'a-run', lackingNights: [lacking] }, report)
  expect(nights.map(({ confirmedAt }) => confirmedAt)).toEqual([at - hourMs, undefined, undefined])
})

test('a reading of two hours ago is how cold it is, an older one is not', async () => {
  const [at = 0] = evenings
  const shown = async (ageMs: number) => {
    const read = { measuredAt: at - ageMs, temperatureC: -1.24, foretoldC: 0 }
    const own = { isAny: () => true, owners: () => [], learned: () => null, silentSince: () => null }
    const watched = watchedForecasts({
      forecasts: { latest: async () => ({}) } as never,
      clock: () => at,
      own: { ...own, measured: () => read }
    })
    return (await watched.measured(place, []))?.temperatureC
  }
  expect([await shown(2 * hourMs), await shown(2 * hourMs + 1)]).toEqual([-1.2, null])
})
