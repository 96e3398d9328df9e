/** `npm run docs`: writes the rows of channels and sources into their documents. */
import { readFileSync, writeFileSync } from 'node:fs'
import { generatedTables, withRows } from './tables.ts'

const root = new URL('../../', import.meta.url)

for (const table of generatedTables) {
  const path = new URL(table.file, root)
  writeFileSync(path, withRows(readFileSync(path, 'utf8'), table))
}
