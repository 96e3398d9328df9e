import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedTables, withRows } from './tables.ts'

test.each(generatedTables)('$file has the rows of the folders; "npm run docs" writes them', (table) => {
  const text = readFileSync(new URL(`../../${table.file}`, import.meta.url), 'utf8')
  expect(withRows(text, table)).toBe(text)
  expect(table.rows.length).toBeGreaterThan(2)
})
