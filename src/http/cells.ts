/** One line of a file as cells. */
import { parse } from 'csv-parse/sync'

export type Delimiter = ',' | ';' | '\t'

/** The delimiters that are known. */
export const delimiters: readonly Delimiter[] = [';', '\t', ',']

/**
 * The cells of a line, blanks around them taken off; null where its quotes do not close. Cells never hold a line end:
 * every line is a row, so that one lost quote spoils one row and not the rest of the file.
 */
export function cellsOf(line: string, delimiter: Delimiter): readonly string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  try {
    const [cells] = parse(line, { delimiter, trim: true, relax_column_count: true }) as unknown as string[][]
    return cells ?? []
  } catch {
    return null
  }
}

/** The delimiter that stands most often outside quotes. */
export function delimiterOf(line: string): Delimiter {
  const bare = line.replace(/"[^"]*"/g, '')
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const count = bare.split(delimiter).length - 1
    if (count > most) {
      most = count
      best = delimiter
    }
  }
  return best
}
