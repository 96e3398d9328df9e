/** `npm run fit`: every fitted constant of the method from the data, written into src/frost with where it came from. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readGrassRows } from '../benches/netherlands/grass-rows.ts'
import { readHourlyRows } from '../benches/netherlands/hourly-rows.ts'
import { readNwsForecasts } from '../benches/nws/forecasts.ts'
import { dateOfEpochDay } from '../data/civil-day.ts'
import { rowsWhere } from '../data/sequence.ts'
import { fitAirLaws, providerOf } from './air-laws.ts'
import { fittedArchiveText } from './archive-text.ts'
import { fittedBlendText } from './blend.ts'
import { fittedEveningText } from './evening-text.ts'
import { fitGround } from './ground.ts'
import { providerFile } from './provider-rows.ts'

const usage = 'npm run fit -- --data DIR [--print]: DIR is the folder with the verification data.'
/** The files that hold the constants, each with what writes its text from a folder. */
export const fittedFiles = [
  {
    file: fileURLToPath(new URL('../../src/frost/fitted.ts', import.meta.url)),
    textFrom: fittedText
  },
  {
    file: fileURLToPath(new URL('../../src/frost/evening/fitted-evening.ts', import.meta.url)),
    textFrom: fittedEveningText
  },
  {
    file: fileURLToPath(new URL('../../src/frost/climate/fitted-archive.ts', import.meta.url)),
    textFrom: fittedArchiveText
  },
  {
    file: fileURLToPath(new URL('../../src/frost/blend/fitted-blend.ts', import.meta.url)),
    textFrom: fittedBlendText
  }
]
const files = { us: 'nws_lows.csv', days: 'knmi_grassmin_daily.csv', hours: 'debilt_hourly_2000.csv' }

/** Fits on a folder and writes the constants, or prints them; answers the exit status: 64 wrong usage. */
export async function fitConstants(argv: readonly string[]): Promise<number> {
  const { data, print } = parseArgs({
    args: [...argv],
    options: { data: { type: 'string' }, print: { type: 'boolean' } }
  }).values
  if (data === undefined) {
    console.error(usage)
    return 64
  }
  for (const { file, textFrom } of fittedFiles) {
    const text = await textFrom(data)
    if (print === true) process.stdout.write(text)
    else await writeFile(file, text)
  }
  return 0
}

/** The constants as the text of src/frost/fitted.ts: six significant digits, the same from the same data. */
export async function fittedText(folder: string): Promise<string> {
  const us = await readNwsForecasts(join(folder, files.us))
  const provider = await providerOf(folder)
  const daily = await readGrassRows(join(folder, files.days))
  const hourly = await readHourlyRows(join(folder, files.hours))
  const { airSpread, runs, learning } = fitAirLaws({ us, provider })
  const { ground, offsetPrior } = fitGround({ daily, hourly })
  const nights = rowsWhere(us.observedC.values.length, (cell) => Number.isFinite(us.observedC.values[cell]))
  const usDays = rangeOf([us.firstDay, us.firstDay + us.observedC.days - 1])
  const hours = rangeOf(hourly.hours.map((hour) => Math.floor(hour / 24)))
  return `/** Made by \`npm run fit\`: do not edit. laws.ts says what the constants mean, docs/science.md how they are used. */
export const fittedLaws = {
  // ${files.us}: ${nights.length} nights of ${us.cities.length} cities at four leads, ${usDays};
  // smallest mean CRPS, Fisher scoring.
  // perCubedDayC2: ${providerFile},
  // ${provider?.length ?? 0} forecasts; least squares of the variance five to nine days ahead.
  airSpread: ${members(airSpread)},
  // ${files.days}: ${daily.days.length} days of ${daily.stations.length} stations, ${rangeOf(daily.days)};
  // ${files.hours}: ${hourly.ends.length} blocks of six hours, ${hours};
  // least squares of the shares, the cloud curve chosen on the last third of the days,
  // the hours a quarter of the weight.
  ground: ${members(ground)},
  // The same days: means of the law's offset and of its square.
  offsetPrior: ${members(offsetPrior)},
  // ${files.us}: nights forecast 12, 24 and 36 hours ahead with the bulletin half a day before;
  // least squares of what is taken back, then the smallest mean CRPS.
  runs: ${members(runs)},
  // The same cities and leads, each night forecast from earlier ones: of nine pairs the one with the smallest
  // mean CRPS among those with which fewer than a tenth of the cities become worse at each lead.
  learning: ${members(learning)}
}
`
}

function members(law: object): string {
  const lines = Object.entries(law).map(
    ([name, value]) => `    ${name}: ${Number(Number(value).toPrecision(6))}`
  )
  return `{\n${lines.join(',\n')}\n  }`
}

function rangeOf(days: Iterable<number>): string {
  const sorted = [...days].sort((left, right) => left - right)
  return `${dateOfEpochDay(sorted[0] ?? 0)} to ${dateOfEpochDay(sorted.at(-1) ?? 0)}`
}
