/** What an error says to a person. */
import type { Language } from '../language/language.ts'
import { storeFaultIn } from '../language/store-faults.ts'
import { StoreError } from '../store/store-error.ts'

/** The sentence of an error, in the language where it is one of the store's. */
export function reasonIn(lang: Language, error: unknown): string {
  if (error instanceof StoreError) return storeFaultIn(lang, error)
  return error instanceof Error ? error.message : String(error)
}
