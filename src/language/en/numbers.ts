/** Marks of numbers, and how a percentage and a list are written. */
export const numbers = {
  decimalMark: '.',
  groupMark: ',',
  percent: (number: string) => `${number}%`,
  /** @param first the members before the last, with commas between them */
  list: (first: string, last: string) => `${first} and ${last}`
}
