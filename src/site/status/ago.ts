/** How long ago something was on the status page. */
import { ageLabel } from '../../language/dates.ts'
import type { Visitor } from '../visitor.ts'
import { statusWords } from './status-words.ts'

/** The age of an instant [ms since epoch] in words; null = it has not been yet. */
export function ago(at: number | null, nowAt: number, { lang }: Visitor): string {
  return at === null ? statusWords(lang).never : ageLabel((nowAt - at) / 1000, lang)
}
