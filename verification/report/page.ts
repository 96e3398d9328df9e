/** docs/verification.md: the command writes what stands between the markers, people write the rest. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { diagramsOf } from '../plots/diagrams.ts'
import type { Verification } from '../run.ts'
import { markdownReport } from './report.ts'

const docs = new URL('../../docs/', import.meta.url)
const markers = {
  begin: '<!-- begin: made by npm run verify -->',
  end: '<!-- end: made by npm run verify -->'
}

/** Writes the diagrams and the made part of the page; answers the names of the files, relative to docs/. */
export async function writePage(verification: Verification): Promise<readonly string[]> {
  const folder = new URL('verification/', docs)
  await mkdir(folder, { recursive: true })
  const diagrams = diagramsOf(verification.outcomes)
  for (const { name, svg } of diagrams) await writeFile(new URL(`${name}.svg`, folder), svg)
  const page = new URL('verification.md', docs)
  const images = diagrams.map(({ name, title }) => `![${title}](verification/${name}.svg)`)
  const synthetic = `${markdownReport(verification)}\n\n### Diagrams\n\n${images.join('\n')}`
  await writeFile(page, withSynthetic(await readFile(page, 'utf8'), synthetic))
  return ['verification.md', ...diagrams.map(({ name }) => `verification/${name}.svg`)]
}

/**
 * The page with its made part replaced.
 * @throws {Error} where the markers are not both there, in order.
 */
export function withSynthetic(page: string, synthetic: string): string {
  const begin = page.indexOf(markers.begin)
  const end = page.indexOf(markers.end)
  if (begin < 0 || end < begin) throw new Error('docs/verification.md has lost its markers')
  return `${page.slice(0, begin + markers.begin.length)}\n\n${synthetic}\n\n${page.slice(end)}`
}
