import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cropTableOf } from './crop-table.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const header = 'crop,stage,T10_c,T90_c,source,status\n'

it('makes the committed table from the committed source, byte for byte', () => {
  expect(cropTableOf(read('crops.csv'))).toBe(read('../../src/frost/crop-table.ts'))
})

it('refuses a row without T10, a list that does not fit its stages, and a stage given twice', () => {
  expect(() => cropTableOf(`${header}pear,bloom,,-4,a,b`)).toThrow('pear, bloom: no T10')
  expect(() => cropTableOf(`${header}pear,bloom / fruit,"-1,-2,-3",-4,a,b`)).toThrow('2 stages, 3 T10, 1 T90')
  expect(() => cropTableOf(`${header}pear,bloom,-1,,a,b\npear,Bloom,-2,,a,b`)).toThrow(
    'more than one row for pear/bloom'
  )
})
