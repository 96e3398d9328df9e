/** A line within the readings that names the columns once more, as some programs print on each page. */
import { unitOf } from '../../common/file-cells.ts'
import { isTimeName, plainName } from './column-names.ts'
import type { SeriesHeader } from './header.ts'

/** `same`: in the words of the first; `other`: the values below mean something else; null: it names none. */
export function namedAgain(
  cells: readonly string[],
  { names, date, temperature, unit }: SeriesHeader
): 'same' | 'other' | null {
  const columns = [date[0] ?? -1, temperature]
  const [day = '', value = ''] = columns.map((index) => plainName(cells[index] ?? ''))
  const own = unitOf(value.replace(/[()[\]]/g, ''))
  if (own !== null) return own === unit ? 'same' : 'other'
  if (!isTimeName(day) && !isTimeName(value)) return null
  const isSame = columns.every((index) =>
    plainName(names[index] ?? '').includes(plainName(cells[index] ?? ''))
  )
  return isSame ? 'same' : 'other'
}
