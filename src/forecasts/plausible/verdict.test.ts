import { expect, it } from 'vitest'
import { hourMs } from '../../common/time.ts'
import type { EveningStation } from '../../frost/evening-station.ts'
import type { NightWindow } from '../../frost/frost-night.ts'
import { pointOf } from '../../weather/point.ts'
import { column, emptySeries, type HourlySeries } from '../../weather/series.ts'
import { withHoursOf } from './beside-run.ts'
import { contradictionOf, decisionOf } from './evidence.ts'
import { changesIn, impossibleAlone, isColderRun, shapesIn } from './verdict.ts'

const point = pointOf({ lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 })
/** 18:00 UTC; nights are coldest at 02:00. */
const now = Date.parse('2026-04-11T18:00:00Z')
const nowHour = now / hourMs

/** Overcast and damp, so that plants are as the air; `byC` from an hour on. */
function run(byC: number, from = nowHour): HourlySeries {
  const series = emptySeries(nowHour - 24, 120)
  column(series, 'temperature').forEach((_, index, values) => {
    const hour = series.startHour + index
    values[index] = 8 - 6 * Math.cos((((hour % 24) - 14) / 12) * Math.PI + Math.PI) + (hour >= from ? byC : 0)
  })
  column(series, 'dewPoint').fill(-10)
  column(series, 'windSpeed').fill(4)
  column(series, 'cloudCover').fill(1)
  return series
}

const changes = (byC: number, from?: number) =>
  changesIn({ fresh: run(byC, from), earlier: run(0) }, { point, now, moreC: 0, doubtful: [] })

it('runs have other nights beyond 2.7 °C, and half a degree more for each day further than one', () => {
  expect([2.65, -2.65].map((byC) => changes(byC))).toEqual([[], []])
  for (const byC of [2.75, -2.75]) expect(changes(byC)).toMatchObject([{ shape: 'change', isCertain: false }])
  // From the noon before the second night, whose coldest hour is 32 hours ahead: 2.7 + 0.5/3 °C.
  const second = nowHour + 16
  expect(changes(2.8, second)).toEqual([])
  expect(changes(2.92, second)).toHaveLength(1)
})

it('runs 13 °C apart cannot both be, where the newer one is the warmer', () => {
  expect(changes(13)).toMatchObject([{ isCertain: true }])
  expect(changes(-13)).toMatchObject([{ isCertain: false }])
})

it('a run is a colder one by more than a degree', () => {
  const isColder = (byC: number) => isColderRun({ fresh: run(byC), earlier: run(0) }, { point, now })
  expect([-1.1, -0.9, 5].map(isColder)).toEqual([true, false, false])
})

it('six hours of 45 m/s are no weather', () => {
  const blown = (hours: number, mps: number) => {
    const series = run(0)
    column(series, 'windSpeed').fill(mps, 30, 30 + hours)
    return impossibleAlone(series, nowHour)
  }
  expect([blown(6, 45), blown(5, 45), blown(6, 44.9)]).toEqual(['wind_speed', null, null])
})

it('one dew point for 24 hours is no weather where the run before ranged over 1.5 °C', () => {
  const shapes = (hours: number, rangeC: number) => {
    const [fresh, earlier] = [run(0), run(0)]
    for (const series of [fresh, earlier])
      column(series, 'dewPoint').forEach((_, index, dew) => {
        dew[index] = -10 + (index % 2) * rangeC
      })
    column(fresh, 'dewPoint').fill(-9.5, 30, 30 + hours)
    return shapesIn({ fresh, earlier }, nowHour).map(({ shape }) => shape)
  }
  expect([shapes(24, 1.5), shapes(23, 1.5), shapes(24, 1.4)]).toEqual([['dew_constant'], [], []])
})

it('past hours differ beyond 2.2 °C in the mean, a doubtful night beyond a tenth, another blend by 1.5 °C more', () => {
  const warmerBefore = (byC: number) => {
    const fresh = run(byC, 0)
    column(fresh, 'temperature').set(column(run(0), 'temperature').subarray(24), 24)
    return changesIn({ fresh, earlier: run(0) }, { point, now, moreC: 0, doubtful: [] }).length
  }
  expect([2.15, 2.25].map(warmerBefore)).toEqual([0, 1])
  const sign = { shape: 'sign', isCertain: false, from: nowHour, to: nowHour + 24 } as const
  const isOther = (byC: number, isDoubtful: boolean, moreC: number) =>
    changesIn({ fresh: run(byC), earlier: run(0) }, { point, now, moreC, doubtful: isDoubtful ? [sign] : [] })
      .length > 0
  expect([0.05, 0.15].map((byC) => isOther(byC, true, 0))).toEqual([false, true])
  expect([1.55, 1.65].map((byC) => isOther(byC, true, 1.5))).toEqual([false, true])
  expect([4.15, 4.25].map((byC) => isOther(byC, false, 1.5))).toEqual([false, true])
})

it('two thermometers without a record decide where they depart alike, within 5 °C, on readings up to now', () => {
  const thermometer = (offC: number, hours: readonly number[]): EveningStation => ({
    ...{ name: 'one', distanceKm: 5, heightDifferenceM: 0, halfResolutionC: 0.05, record: null },
    readings: hours.map((hour) => ({
      at: (nowHour + hour) * hourMs,
      temperatureC: (column(run(0), 'temperature')[24 + hour] ?? 0) + offC,
      ...{ dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
    }))
  })
  const runs = { fresh: run(0), earlier: run(12, 0) }
  const decided = (offC: number, hours = [-2, -1, 0]) => {
    const stations = [thermometer(-offC, hours), thermometer(offC, hours)]
    return decisionOf(runs, { lon: point.lon, now, stations, minima: null })
  }
  const forFresh = { for: 'fresh', by: 'thermometer' }
  expect([decided(2.45), decided(2.55)]).toEqual([forFresh, null])
  // Three readings of the nine hours before now.
  expect([decided(1, [-8, -1, 0]), decided(1, [-9, -1, 0]), decided(1, [-1, 0, 1])]).toEqual([
    forFresh,
    null,
    null
  ])
})

it('a night is taken from another run as far as that one reaches', () => {
  const [series, other] = [run(0), emptySeries(nowHour, 5)]
  column(other, 'temperature').fill(-3)
  const window = { firstHour: nowHour - 2, lastHour: nowHour + 1 } as NightWindow
  const mixed = column(withHoursOf(series, other, [window]), 'temperature')
  const own = column(series, 'temperature')
  expect([...mixed.subarray(21, 27)]).toEqual([...own.subarray(21, 24), -3, -3, own[26]])
})

it.each([
  [12.8, 'sun'],
  [13, undefined],
  [17.5, undefined],
  [17.7, 'sun']
])('days that are warmest at %s by the sun are contradicted by: %s', (warmest, by) => {
  const series = emptySeries(nowHour - 24, 144)
  column(series, 'temperature').forEach((_, index, values) => {
    const solarHour = series.startHour + index + point.lon / 15
    values[index] = 8 + 6 * Math.cos(((solarHour - warmest) / 12) * Math.PI)
  })
  const evidence = { lon: point.lon, now, stations: [], minima: null }
  expect(contradictionOf(series, evidence)?.by).toBe(by)
})
