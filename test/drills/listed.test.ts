import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the table of drills has a row for each command, and no other', () => {
  const table = readFileSync(`${root}test/drills/README.md`, 'utf8')
  const listed = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  const drills = globSync(`${root}test/drills/*.drill.ts`).map((file) => basename(file, '.drill.ts'))
  expect(listed.toSorted()).toEqual(drills.toSorted())
})
