/** First and last frosts in words: of the same year's archive, and of other years', against the station's own. */
import { type ArchiveLaw, uncorrected } from '../../../src/frost/climate/archive-law.ts'
import { dateAt, dateShares, type HalfYear, halfYears } from '../../../src/frost/climate/frost-dates.ts'
import { meanOf } from '../../data/sequence.ts'
import type { ArchiveDay } from './rows.ts'

export interface NamedLaw {
  readonly name: string
  /** The law that was fitted without the nights of a year. */
  readonly lawOf: (year: number) => ArchiveLaw
}

/** A half-year as the archive and as the station have it. */
interface Pair {
  readonly year: number
  readonly archive: HalfYear
  readonly station: HalfYear
}

const thresholdC = 0
const labels = { spring: 'last frost', autumn: 'first frost' } as const

/** One sentence a kind of frost and law. */
export function frostDateNotes(
  days: readonly ArchiveDay[],
  lat: number,
  laws: readonly NamedLaw[]
): readonly string[] {
  const pairs = pairsOf(days, lat)
  return (['spring', 'autumn'] as const).flatMap((half) => {
    const some = pairs.filter(({ archive }) => archive.half === half)
    return laws.map((law) => noteOf(half, some, law))
  })
}

function pairsOf(days: readonly ArchiveDay[], lat: number): readonly Pair[] {
  const [startDay, endDay] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0]
  const columnOf = (value: (one: ArchiveDay) => number): Float32Array => {
    const minimaC = new Float32Array(endDay - startDay + 1).fill(Number.NaN)
    for (const one of days) minimaC[one.day - startDay] = value(one)
    return minimaC
  }
  const archive = halfYears({ startDay, minimaC: columnOf(({ archiveC }) => archiveC) }, lat)
  const station = halfYears({ startDay, minimaC: columnOf(({ stationC }) => stationC) }, lat)
  return archive.flatMap((one) => {
    const measured = station.find(({ startDay: from }) => from === one.startDay)
    const year = new Date(one.startDay * 86_400_000).getUTCFullYear()
    return measured === undefined ? [] : [{ year, archive: one, station: measured }]
  })
}

function noteOf(half: HalfYear['half'], pairs: readonly Pair[], { name, lawOf }: NamedLaw): string {
  const sameYear: number[] = []
  const otherYears: number[] = []
  let frosts = 0
  let missed = 0
  let missedByTen = 0
  for (const { year, archive, station } of pairs) {
    const law = lawOf(year)
    const others = pairs.filter((one) => one.year !== year).map((one) => one.archive)
    const observed = dayOf([station], uncorrected, 0.5)
    const reconstructed = dayOf([archive], law, 0.5)
    const usual = dayOf(others, law, 0.5)
    // The careful date: frost beyond it in one year of ten.
    const careful = dayOf(others, law, half === 'spring' ? 0.9 : 0.1)
    if (observed !== null && reconstructed !== null) sameYear.push(Math.abs(reconstructed - observed))
    if (observed !== null && usual !== null) otherYears.push(Math.abs(usual - observed))
    station.minimaC.forEach((minimumC, day) => {
      if (!(minimumC <= thresholdC)) return
      frosts += 1
      missed += isBeyond(half, day, usual) ? 1 : 0
      missedByTen += isBeyond(half, day, careful) ? 1 : 0
    })
  }
  const days = (errors: readonly number[]) => meanOf(errors).toFixed(1)
  return `${labels[half]}, ${name}: ${days(sameYear)} days off by the archive of the year, ${days(otherYears)} by other years (${pairs.length} years); of ${frosts} frosts ${missed} beyond their median, ${missedByTen} beyond one year in ten`
}

/** The index of the day in its half-year. */
function dayOf(halves: readonly HalfYear[], law: ArchiveLaw, share: number): number | null {
  const [first] = halves
  if (first === undefined) return null
  const date = dateAt(halves, dateShares(halves, { thresholdC, law }), share)
  const index = date === null ? -1 : first.dates.indexOf(date)
  return index < 0 ? null : index
}

/** Without a date every frost is one that nothing warned of. */
function isBeyond(half: HalfYear['half'], day: number, date: number | null): boolean {
  if (date === null) return true
  return half === 'spring' ? day > date : day < date
}
