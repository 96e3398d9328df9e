/** A logger's file in the command: its readings, its nights as rows, and what was understood, in words. */
import { numberOf } from '../../common/file-cells.ts'
import type { Line } from '../../common/text-lines.ts'
import { wordsIn } from '../../language/language.ts'
import { readRow, rowMembers } from '../../observations/observation-row.ts'
import type { RecordedPoint } from '../../observations/ports.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import type { FindSensorPlace } from '../../observations/sensor-place.ts'
import { type LoggerNights, readLogger, withoutSeparator } from '../../observations/series/logger-file.ts'
import { badRow, formNotes, nightNotes, questionIn } from '../../site/thermometers/logger-words.ts'
import { readHeader } from './header.ts'
import type { ObserveJob } from './job.ts'

export type SeriesFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'mistake'; readonly message: string }
  | (Pick<LoggerNights, 'kind' | 'rows' | 'readings'> & {
      readonly notes: readonly string[]
      readonly bad: readonly { readonly line: number; readonly reason: string }[]
    })

interface SeriesDeps {
  readonly lines: () => AsyncIterable<readonly Line[]>
  readonly findPlace: FindSensorPlace
  readonly now: number
}

export async function readSeriesFile(job: ObserveJob, deps: SeriesDeps): Promise<SeriesFile> {
  if (await hasNights(job, deps)) return { kind: 'none' }
  const { lang, columns, unit, order, zone } = job
  const voice = { lang, say: optionOf }
  const words = wordsIn(lang).series
  const place = await placeIn(job, deps.findPlace)
  const where = 'point' in place ? place : nowhere
  const asked = { ...where, columns, unit, order, zone, now: deps.now }
  const read = await readLogger(deps.lines(), asked)
  if (read.kind === 'none' || (read.kind === 'question' && read.question.code === 'workbook'))
    return { kind: 'none' }
  if ('message' in place) return { kind: 'mistake', message: place.message }
  if (read.kind === 'question')
    return { kind: 'mistake', message: words.asked(questionIn(read.question, voice)) }
  const { timezone } = place.point
  const notes = [...formNotes(read, timezone, voice), ...nightNotes(read.nights, timezone, lang)]
  return { ...read, notes, bad: read.bad.map((one) => badRow(one, lang)) }
}

function optionOf(option: string, value?: string): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`
}

/** Where it hung is asked for only of a file of readings. */
const nowhere = {
  sensor: { place: { location: '' }, kind: 'air_2m', exposure: null, station: '' },
  point: { pointKey: '', lat: 0, lon: 0, timezone: 'UTC', elevation: null }
} as const

/** Whether the first line names a date and a minimum, without a time of day. */
async function hasNights({ given, lang }: ObserveJob, { lines }: SeriesDeps): Promise<boolean> {
  for await (const [line] of withoutSeparator(lines())) {
    if (line === undefined) continue
    const members = rowMembers.filter((member) => member in given)
    const read = readHeader(line.text, new Set([...members, 'location', 'kind']), wordsIn(lang).observe)
    return read.kind === 'header' && !read.header.ignored.some((name) => /^(?:time|saat|hour)/i.test(name))
  }
  return false
}

async function placeIn(
  { given, lang }: ObserveJob,
  findPlace: FindSensorPlace
): Promise<{ readonly sensor: SensorOfRow; readonly point: RecordedPoint } | { readonly message: string }> {
  const words = wordsIn(lang)
  if (given['location'] === undefined && given['lat'] === undefined)
    return { message: words.series.needsPlace }
  if (given['kind'] === undefined) return { message: words.series.needsKind }
  const numbers = ['lat', 'lon', 'elevation'].flatMap((member) => {
    const text = given[member]
    return text === undefined ? [] : [[member, numberOf(text)]]
  })
  const read = readRow({
    ...given,
    ...Object.fromEntries(numbers),
    date: '2000-01-01',
    minimum: 0,
    unit: 'C'
  })
  if (read.kind === 'fault') return { message: words.observe.rowFault(read.fault) }
  const found = await findPlace(read.row.place)
  if (found.kind === 'fault') return { message: words.observe.rowFault(found.fault) }
  const { place, kind, exposure, station } = read.row
  return { sensor: { place, kind, exposure, station }, point: found.point }
}
