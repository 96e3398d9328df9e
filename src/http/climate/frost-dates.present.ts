/** The body of GET /frost-dates. */
import { archiveYears } from '../../forecasts/archive/archives.ts'
import type { FrostDatesAnswer } from '../../forecasts/archive/frost-dates.ts'
import { type ArchiveLaw, correctedMinimum, placeUncertaintyC } from '../../frost/climate/archive-law.ts'
import { type FrostDate, frostFreeDays } from '../../frost/climate/frost-dates.ts'
import { epochDay } from '../../frost/season.ts'
import { published } from '../../weather/rounding.ts'
import { publish, type UnitSystem, unitOf } from '../../weather/units.ts'
import type { Located } from '../weather/locator.ts'
import type { FrostDatesBody } from './frost-dates.schema.ts'

interface Asked {
  readonly thresholdC: number
  readonly units: UnitSystem
}

export function presentFrostDates(
  { point, place }: Located,
  found: FrostDatesAnswer,
  { thresholdC, units }: Asked
): FrostDatesBody {
  const isKnown = found.kind === 'known'
  return {
    location: { lat: point.lat, lon: point.lon, name: place?.name ?? null, slug: place?.slug ?? null },
    elevation: point.elevation,
    threshold_temperature: thresholdC,
    frost_dates: isKnown ? datesOf(found, point.lat, units) : null,
    reason: isKnown ? null : found.reason,
    years_fetched: isKnown ? archiveYears : found.yearsFetched,
    units: { temperature_difference: unitOf('temperature_difference', units) },
    attribution: isKnown ? found.credit.attribution : null,
    synthetic: isKnown && found.synthetic
  }
}

function datesOf(
  { climate, law, name, credit, synthetic, from, to }: Extract<FrostDatesAnswer, { kind: 'known' }>,
  lat: number,
  units: UnitSystem
): NonNullable<FrostDatesBody['frost_dates']> {
  return {
    last_frost: dateOf(climate.last),
    first_frost: dateOf(climate.first),
    frost_free_days: frostFreeDays(climate),
    calendar: climate.calendar.map(({ date, night, frost, half }) => ({
      date,
      night_percent: percentOf(night),
      frost_percent: percentOf(frost) ?? 0,
      meaning: half === 'spring' ? ('later_frost' as const) : ('earlier_frost' as const)
    })),
    from_year: from,
    to_year: to,
    correction: correctionOf(law, lat, units),
    source: name,
    license: credit.license,
    url: credit.url,
    synthetic
  }
}

function dateOf(date: FrostDate) {
  return {
    one_year_in_ten_by: date.early,
    median: date.median,
    nine_years_in_ten_by: date.late,
    median_if_colder: date.medianIfColder,
    median_if_warmer: date.medianIfWarmer,
    median_uncorrected: date.uncorrected,
    years_without_percent: percentOf(date.noFrostProbability) ?? 0,
    years: date.years
  }
}

const [april, october] = [epochDay('2001-04-15'), epochDay('2001-10-15')]

function correctionOf(law: ArchiveLaw, lat: number, units: UnitSystem) {
  const of = (day: number): number =>
    publish(correctedMinimum(0, day, law).meanC, 'temperature_difference', units) ?? 0
  return {
    spring: of(lat < 0 ? october : april),
    autumn: of(lat < 0 ? april : october),
    uncertainty: publish(placeUncertaintyC(law), 'temperature_difference', units) ?? 0,
    stations: law.places
  }
}

function percentOf(probability: number): number | null {
  return published(100 * probability, 1)
}
