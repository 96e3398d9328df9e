/** `npm run crops`: makes src/frost/crop-table.ts from crops.csv. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cropTableOf } from './crop-table.ts'

const csv = readFileSync(new URL('crops.csv', import.meta.url), 'utf8')
writeFileSync(new URL('../../src/frost/crop-table.ts', import.meta.url), cropTableOf(csv))
