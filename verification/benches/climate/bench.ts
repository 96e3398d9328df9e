/** climate: what 30 years of an archive say of frost, with and without the correction towards stations. */
import { dirname } from 'node:path'
import { type ArchiveLaw, correctedMinimum, uncorrected } from '../../../src/frost/climate/archive-law.ts'
import { frostProbability } from '../../../src/frost/climate/frost-dates.ts'
import { atMost, type Bench, type BenchOutcome, type Gate, must, observedRows } from '../../bench.ts'
import { yearOfEpochDay } from '../../data/civil-day.ts'
import { meanOf, rowsOf } from '../../data/sequence.ts'
import { fitArchive } from '../../fit/archive.ts'
import { gaussianOf } from '../../gaussian.ts'
import { gaussianMethod, type MethodForecast, thresholdMethod } from '../../method.ts'
import { frostDateNotes, type NamedLaw } from './frost-date-notes.ts'
import { type ArchiveDay, archiveFiles, readArchive } from './rows.ts'

const corrected = 'corrected'
const elsewhere = 'corrected elsewhere'
/** Brier scores that the corrected minimum of the night must keep, a little above those of the first version. */
const gates: Readonly<Record<string, readonly Gate[]>> = {
  Isparta: [must(`ERA5 minimum, ${corrected}`, 'brier', atMost(0.061))],
  Ankara: [must(`ERA5 minimum, ${corrected}`, 'brier', atMost(0.066))]
}
/** A night of another year is like a night if it is this near in the calendar. */
const nearDays = 10
const daysPerYear = 365.2425

export const climateBench: Bench = {
  name: 'climate',
  file: archiveFiles[0].file,
  async run({ scored }) {
    const folder = dirname(scored)
    const places = await Promise.all(
      archiveFiles.map(async (place) => ({ ...place, days: await readArchive(folder, place.file) }))
    )
    return places.map((place) =>
      outcomeOf(
        place,
        places.filter((one) => one !== place).map(({ days }) => days)
      )
    )
  }
}

interface Place {
  readonly name: string
  readonly lat: number
  readonly days: readonly ArchiveDay[]
}

function outcomeOf({ name, lat, days }: Place, others: readonly (readonly ArchiveDay[])[]): BenchOutcome {
  const laws: readonly NamedLaw[] = [
    { name: 'archive as it is', lawOf: () => uncorrected },
    { name: corrected, lawOf: byYear((year) => fitArchive([withoutYear(days, year), ...others])) },
    { name: elsewhere, lawOf: byYear(() => fitArchive(others)) }
  ]
  const observedC = rowsOf(days.length, (row) => days[row]?.stationC ?? Number.NaN)
  const archiveC = rowsOf(days.length, (row) => days[row]?.archiveC ?? Number.NaN)
  const methods: MethodForecast[] = laws.flatMap(({ name: law, lawOf }, index) => {
    const suffix = index === 0 ? '' : `, ${law}`
    const night =
      index === 0
        ? thresholdMethod('ERA5 minimum', archiveC, observedC)
        : gaussianMethod(`ERA5 minimum${suffix}`, nights(days, lawOf), observedC)
    return [night, calendar(`climatology${suffix}`, days, lawOf)]
  })
  return {
    bench: `climate ${name}`,
    split: `the law of the other place and of this one's other years, or of the other place alone; ${days.length} nights scored`,
    ...observedRows(
      observedC,
      rowsOf(days.length, (row) => days[row]?.day ?? 0)
    ),
    reference: null,
    methods,
    gates: gates[name] ?? [],
    comparisons: [],
    notes: [
      'the ERA5 minimum is an analysis of the night itself, not a forecast; climatologies are from the archive of other years',
      ...methods.map((method) => missedInWords(method, days)),
      ...frostDateNotes(days, lat, laws)
    ]
  }
}

function byYear(make: (year: number) => ArchiveLaw): NamedLaw['lawOf'] {
  const known = new Map<number, ArchiveLaw>()
  return (year) => {
    const law = known.get(year) ?? make(year)
    known.set(year, law)
    return law
  }
}

function withoutYear(days: readonly ArchiveDay[], year: number): readonly ArchiveDay[] {
  return days.filter(({ day }) => yearOfEpochDay(day) !== year)
}

function nights(days: readonly ArchiveDay[], lawOf: NamedLaw['lawOf']) {
  return gaussianOf(days.length, (row) => {
    const { day, archiveC } = days[row] ?? { day: 0, archiveC: Number.NaN }
    return correctedMinimum(archiveC, day, lawOf(yearOfEpochDay(day)))
  })
}

/** The mean probability of frost of the nights of other years within ten days of the calendar. */
function calendar(method: string, days: readonly ArchiveDay[], lawOf: NamedLaw['lawOf']): MethodForecast {
  const probability = rowsOf(days.length, (row) => {
    const day = days[row]?.day ?? 0
    const law = lawOf(yearOfEpochDay(day))
    const like = days.filter((other) => isLike(other.day, day))
    return meanOf(like.map((other) => frostProbability(other.archiveC, other.day, { thresholdC: 0, law })))
  })
  return { method, probability, crpsC: null, pointC: null }
}

function isLike(other: number, day: number): boolean {
  const years = (other - day) / daysPerYear
  const apart = Math.abs(years - Math.round(years)) * daysPerYear
  return apart <= nearDays && yearOfEpochDay(other) !== yearOfEpochDay(day)
}

/** With a frost expected from a probability of one half. */
function missedInWords({ method, probability }: MethodForecast, days: readonly ArchiveDay[]): string {
  const count = (isFrost: boolean, isExpected: boolean): number =>
    days.filter(
      ({ stationC }, row) => stationC <= 0 === isFrost && (probability[row] ?? 0) >= 0.5 === isExpected
    ).length
  const missed = count(true, false)
  return `${method}: ${missed} of ${missed + count(true, true)} frosts missed, ${count(false, true)} false alarms`
}
