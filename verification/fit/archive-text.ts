/**
 * The constants of the archive's law as the text of src/frost/climate/fitted-archive.ts: six digits, the same from the
 * same data.
 */
import { archiveFiles, readArchive } from '../benches/climate/rows.ts'
import { dateOfEpochDay } from '../data/civil-day.ts'
import { fitArchive } from './archive.ts'

/** Fits on a folder. */
export async function fittedArchiveText(folder: string): Promise<string> {
  const places = await Promise.all(archiveFiles.map(({ file }) => readArchive(folder, file)))
  const law = fitArchive(places)
  const spans = archiveFiles.map(({ file }, index) => {
    const days = places[index] ?? []
    const span = `${dateOfEpochDay(days[0]?.day ?? 0)} to ${dateOfEpochDay(days.at(-1)?.day ?? 0)}`
    return `  // ${file}: ${days.length} nights, ${span};`
  })
  return `/**
 * Made by \`npm run fit\`: do not edit. archive-law.ts says what the constants mean, docs/science.md how they are used.
 */
export const fittedArchive = {
${spans.join('\n')}
  // least squares of station minus archive and of its square, each place counting the same.
  biasC: ${list(law.biasC)},
  varianceC2: ${list(law.varianceC2)},
  persistence: ${short(law.persistence)},
  placesSdC: ${short(law.placesSdC)},
  places: ${law.places}
}
`
}

function list(values: readonly number[]): string {
  return `[${values.map(short).join(', ')}]`
}

function short(value: number): number {
  return Number(value.toPrecision(6))
}
