/** The pictures of the documents, read once and served under their own names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { minuteSeconds } from '../../common/time.ts'
import type { PageAnswer } from '../../http/page.ts'
import { fileAnswer } from '../answers.ts'

const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' }
const maxAgeSeconds = 10 * minuteSeconds

/** By path in the repository and on the site alike, `docs/images/widget.png`: every picture in a folder of `docs/`. */
export function readPictures(rootFolder: string): ReadonlyMap<string, PageAnswer> {
  const pictures = new Map<string, PageAnswer>()
  for (const folder of foldersOf(join(rootFolder, 'docs'))) {
    for (const name of readdirSync(join(rootFolder, 'docs', folder))) {
      const type = types[extname(name)]
      const path = `docs/${folder}/${name}`
      if (type !== undefined)
        pictures.set(path, fileAnswer(type, readFileSync(join(rootFolder, path)), maxAgeSeconds))
    }
  }
  return pictures
}

function foldersOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name)
}
