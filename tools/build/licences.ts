/** The licences of the packages that a bundle holds, as their terms ask for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** Data with terms of its own, which no package file names. */
const data = [
  'Map of time zones (lib/places/table/time-zones.br): timezone-boundary-builder, from OpenStreetMap; ODbL 1.0.',
  'Outline of Türkiye and borders of its provinces: Natural Earth, public domain.',
  'Table of places (lib/places/table): see its ATTRIBUTION.md.',
  'Fonts (lib/site/picture/fonts): Barlow; SIL Open Font License 1.1, see its OFL.txt.',
  'Parser of HTTP within undici: llhttp, Copyright Fedor Indutny, 2018; MIT, as below.'
]

/** Where a package names the MIT licence and has no file of it. */
const mit = [
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated',
  'documentation files (the "Software"), to deal in the Software without restriction, including without limitation the',
  'rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit',
  'persons to whom the Software is furnished to do so, subject to the following conditions:',
  '',
  'The above copyright notice and this permission notice shall be included in all copies or substantial portions of the',
  'Software.',
  '',
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE',
  'WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR',
  'COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR',
  'OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.'
].join('\n')

/**
 * One text: the name, version, licence, address and licence text of each package, by name.
 * @throws where a package names no licence, or another one than MIT without its text
 */
export function licencesOf({ inputs }: Metafile, root: string): string {
  const folders = new Set(Object.keys(inputs).flatMap((path) => folderOf(path) ?? []))
  const parts = [...folders].sort().map((folder) => licenceIn(join(root, folder)))
  return ['Ayaz contains these packages and data.', ...data, ...parts].join('\n\n')
}

/** The innermost package of a file: `node_modules/a/node_modules/@b/c`. */
function folderOf(path: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null
}

function licenceIn(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, homepage, author } = manifest
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined && license !== 'MIT') throw new Error(`${name} has no text of its licence.`)
  const by = typeof author === 'string' ? author : author?.name
  const text =
    file === undefined
      ? `Copyright ${by ?? `the authors of ${name}`}\n\n${mit}`
      : readFileSync(join(folder, file), 'utf8')
  const address = homepage ?? `https://www.npmjs.com/package/${name}`
  return `${'-'.repeat(80)}\n${name} ${version}, ${license ?? 'see below'}, ${address}\n\n${text.trim()}`
}
