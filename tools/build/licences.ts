/** The licences of the packages that a bundle holds, as their terms ask for. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** Data with terms of its own, which no package file names. */
const data = [
  'Map of time zones (lib/places/table/time-zones.br): timezone-boundary-builder, from OpenStreetMap; ODbL 1.0.',
  'Outline of Türkiye and borders of its provinces: Natural Earth, public domain.',
  'Table of places (lib/places/table): see its ATTRIBUTION.md.'
]

/**
 * One text: the name, version, licence, address and licence text of each package, by name.
 * @throws where a package names no licence
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
  if (typeof license !== 'string' && file === undefined) throw new Error(`${name} names no licence.`)
  const by = typeof author === 'string' ? author : author?.name
  const text =
    file === undefined
      ? `Copyright ${by ?? `the authors of ${name}`}`
      : readFileSync(join(folder, file), 'utf8')
  const address = homepage ?? `https://www.npmjs.com/package/${name}`
  return `${'-'.repeat(80)}\n${name} ${version}, ${license ?? 'see below'}, ${address}\n\n${text.trim()}`
}
