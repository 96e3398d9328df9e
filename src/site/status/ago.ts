/** How long ago something was on the status page. */

import { secondMs } from '../../common/time.ts'
import { ageLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import type { Visitor } from '../visitor.ts'

/** The age of an instant [ms since epoch] in words; null = it has not been yet. */
export function ago(at: number | null, nowAt: number, { lang }: Visitor): string {
  return at === null ? wordsIn(lang).status.never : ageLabel((nowAt - at) / secondMs, lang)
}
