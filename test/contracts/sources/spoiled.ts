/** What must hold for every answer with faults: docs/sources.md, "What is refused". */
import { readFileSync } from 'node:fs'
import { seededRandom } from '../../../src/sources/demo/nights.ts'
import {
  column,
  endHour,
  type HourlySeries,
  type SeriesVariable,
  seriesVariables
} from '../../../src/weather/series.ts'
import {
  type Answering,
  answers,
  type Fault,
  type Parsed,
  randomFault,
  readOrRefused,
  spoil
} from '../../upstream/spoiled.ts'

export interface SpoiledFigures {
  answers: number
  refused: number
  /** Without a fault in a whole column that decides frost, or in the axis. */
  refusedForDecoration: number
  wrongNumbers: number
  /** Values of what only decorates, gone without a word. */
  untold: number
  readonly examples: string[]
}

/** Reads `count` answers with one to three faults each. */
export function readSpoiled(count: number, seed: number): SpoiledFigures {
  let turns = 0
  const random = () => seededRandom(`${seed}/${turns++}`)
  const figures = {
    answers: 0,
    refused: 0,
    refusedForDecoration: 0,
    wrongNumbers: 0,
    untold: 0,
    examples: [] as string[]
  }
  const texts = answers.map(({ file }) => inAskedUnits(file))
  const clean = answers.map(({ parse }, index) => parse(JSON.parse(texts[index] ?? '')))
  for (let turn = 0; turn < count; turn++) {
    const which = turn % answers.length
    const [answering, good] = [answers[which], clean[which]]
    if (answering === undefined || good === undefined) throw new Error('no answer')
    const json: unknown = JSON.parse(texts[which] ?? '')
    const faults = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomFault(json, random))
    for (const fault of faults) spoil(json, fault)
    figures.answers += 1
    judge(figures, { answering, good, faults, read: readOrRefused(() => answering.parse(json)) })
  }
  return figures
}

/** Without a word, a unit is the one that is asked for: m/s, where the captures have km/h. */
function inAskedUnits(file: string): string {
  const text = readFileSync(new URL(`../../truth/upstream/${file}`, import.meta.url), 'utf8')
  if (!file.startsWith('open-meteo')) return text
  const { hourly, ...json } = JSON.parse(text) as {
    readonly hourly: Readonly<Record<string, readonly number[]>>
  }
  const units = (json as unknown as { readonly hourly_units: Record<string, string> }).hourly_units
  const converted = Object.entries(hourly).map(([name, values]) => {
    if (units[name] !== 'km/h') return [name, values]
    units[name] = 'm/s'
    return [name, values.map((value) => value / 3.6)]
  })
  return JSON.stringify({ ...json, hourly: Object.fromEntries(converted) })
}

interface Case {
  readonly answering: Answering
  readonly good: Parsed
  readonly faults: readonly Fault[]
  readonly read: Parsed | null
}

function judge(figures: SpoiledFigures, { answering, good, faults, read }: Case): void {
  const reported = `${answering.file}: ${faults.map(({ path, name }) => `${path.join('.')} ${name}`).join('; ')}`
  const isWhole = faults.some(({ path }) => answering.decides.test(path.join('.')))
  if (read === null) {
    figures.refused += 1
    if (!isWhole) {
      figures.refusedForDecoration += 1
      figures.examples.push(`refused ${reported}`)
    }
    return
  }
  const lost = faults.every(isOfValues) ? lostVariables(good, read) : []
  if (lost.length > 0) {
    figures.untold += 1
    figures.examples.push(`lost ${lost.join(', ')} ${reported}`)
  }
  // Another time of all hours is seen beside the run before.
  const wrong = faults.some(isTimeOfAll) ? null : wrongNumber(good.series, read.series, answering.file)
  if (wrong !== null) {
    figures.wrongNumbers += 1
    figures.examples.push(`${wrong} ${reported}`)
  }
}

/** A value that is there and impossible, of neither a time nor a whole answer; null and none are honest. */
function isOfValues({ path, name }: Fault): boolean {
  return (
    !['null', 'absent'].includes(name) && !/^\S+ h later$/.test(name) && isColumnPath.test(path.join('.'))
  )
}

function isTimeOfAll({ path }: Fault): boolean {
  return path.includes('*') && ['time', 'dt'].includes(String(path.filter((key) => key !== '*').at(-1)))
}

const isColumnPath =
  /^hourly\.(?!time)\w+(\.|$)|\.details\.|^list\.[\d*]+\.(main\.|visibility|wind\.|pop|rain|snow)|weather/

function lostVariables(good: Parsed, read: Parsed): readonly SeriesVariable[] {
  const named = new Set(read.leftOut.variables)
  return seriesVariables.filter((variable) => {
    if (variable === 'temperature' || named.has(variable)) return false
    // OpenWeatherMap's is the sum of rain and snow.
    if (variable === 'precipitation' && named.has('snowfall')) return false
    const now = column(read.series, variable)
    const by = good.series.startHour - read.series.startHour
    return column(good.series, variable).some(
      (value, index) => !Number.isNaN(value) && Number.isNaN(now[index + by] ?? Number.NaN)
    )
  })
}

/** The first number that the spoiled answer has and the good one has not. */
function wrongNumber(good: HourlySeries, read: HourlySeries, file: string): string | null {
  if (read.hours > good.hours + 24) return `${read.hours} hours`
  for (const variable of seriesVariables) {
    for (let hour = read.startHour; hour < endHour(read); hour++) {
      const value = column(read, variable)[hour - read.startHour] ?? Number.NaN
      if (Number.isNaN(value) || isOneOf(good, hour, { variable, value, file })) continue
      return `${variable} ${value} at ${hour}`
    }
  }
  return null
}

/** A coarse source's hours lie between its steps: without one of them, between the two around it. */
function isOneOf(
  good: HourlySeries,
  hour: number,
  {
    variable,
    value,
    file
  }: { readonly variable: SeriesVariable; readonly value: number; readonly file: string }
): boolean {
  const values = column(good, variable)
  const at = hour - good.startHour
  if (values[at] === value) return true
  if (file.startsWith('open-meteo')) return false
  // Directions go round; a slot without rain is dry; pressure at sea level has two names.
  if (variable === 'windDirection' || variable === 'pressureMsl') return true
  const around = [...values.subarray(Math.max(0, at - 7), at + 8)].filter((one) => !Number.isNaN(one))
  const least = variable === 'precipitation' || variable === 'snowfall' ? 0 : Math.min(...around)
  return value >= least - 1e-4 && value <= Math.max(...around) + 1e-4
}
