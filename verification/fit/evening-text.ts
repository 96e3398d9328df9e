/**
 * The constants of the evening update as the text of src/frost/evening/fitted-evening.ts: six digits, the same from the
 * same data.
 */
import { join } from 'node:path'
import type { EveningCase } from '../benches/evening/evening-case.ts'
import { readEvenings } from '../benches/evening/read-cases.ts'
import { readNwsForecasts } from '../benches/nws/forecasts.ts'
import { dateOfEpochDay } from '../data/civil-day.ts'
import { fitEvenings } from './evening.ts'
import { fitSharedErrors } from './shared-errors.ts'

const errorFile = 'nws_lows.csv'
const longestLine = 110

/** Fits on a folder. */
export async function fittedEveningText(folder: string): Promise<string> {
  const evenings = await readEvenings(folder)
  const cases = [...evenings.atSunset, ...evenings.hourly]
  const { elements, fall } = fitEvenings(cases)
  const { memoryHours, sharing } = fitSharedErrors(await readNwsForecasts(join(folder, errorFile)))
  const laws = Object.entries(elements).map(
    ([name, { coefficients, sigma }]) =>
      `    ${name}: {\n${list('coefficients', coefficients, 6)},\n      sigma: ${short(sigma)}\n    }`
  )
  return `/**
 * Made by \`npm run fit\`: do not edit. evening-law.ts says what the constants mean, docs/science.md how they are used.
 */
export const fittedEvening = {
  // ${evenings.files.slice(0, 3).join(', ')},
  // ${evenings.files.slice(3).join(', ')}:
  // ${inWords(cases)};
  // weighted least squares.
  elements: {
${laws.join(',\n')}
  },
  // The same evenings: least squares, each coefficient held at 0 by 30 of them; the spread by the smallest mean CRPS.
  fall: {
${list('coefficients', fall.coefficients, 4)},
${list('spread', fall.spread, 4)}
  },
  // ${errorFile}: errors of the 24-hour forecasts; correlation of consecutive nights,
  memoryHours: ${short(memoryHours)},
  // and of pairs of cities within 600 km: least squares of its logarithm.
  sharing: {
    atPlace: ${short(sharing.atPlace)},
    perKm: ${short(sharing.perKm)},
    perM: ${short(sharing.perM)}
  }
}
`
}

function inWords(cases: readonly EveningCase[]): string {
  const nights = new Set(cases.map(({ site, day }) => `${site} ${day}`))
  const days = cases.map(({ day }) => day).sort((left, right) => left - right)
  const span = `${dateOfEpochDay(days[0] ?? 0)} to ${dateOfEpochDay(days.at(-1) ?? 0)}`
  return `${cases.length} evenings of ${nights.size} nights at ${new Set(cases.map(({ site }) => site)).size} stations, ${span}`
}

/** A member that is a list, with as many numbers a line as fit. */
function list(name: string, values: readonly number[], indent: number): string {
  const margin = ' '.repeat(indent)
  const oneLine = `${margin}${name}: [${values.map(short).join(', ')}]`
  if (oneLine.length < longestLine) return oneLine
  const lines: string[] = []
  for (const [index, value] of values.entries()) {
    const text = `${short(value)}`
    // A comma follows, but for the last one.
    const longest = index === values.length - 1 ? longestLine : longestLine - 1
    const last = lines.at(-1)
    const longer = `${last}, ${text}`
    if (last !== undefined && longer.length <= longest) lines[lines.length - 1] = longer
    else lines.push(`${margin}  ${text}`)
  }
  return `${margin}${name}: [\n${lines.join(',\n')}\n${margin}]`
}

function short(value: number): number {
  return Number(value.toPrecision(6))
}
