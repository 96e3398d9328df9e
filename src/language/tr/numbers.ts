import type { Catalogue } from '../en.ts'

export const numbers: Catalogue['numbers'] = {
  decimalMark: ',',
  groupMark: '.',
  percent: (number) => `%${number}`,
  list: (first, last) => `${first} ve ${last}`
}
