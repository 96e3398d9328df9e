import type { StoreFaults } from './en/settings.ts'
import { type Language, wordsIn } from './language.ts'

export type StoreFault = {
  readonly [Code in keyof StoreFaults]: readonly [code: Code, ...values: Parameters<StoreFaults[Code]>]
}[keyof StoreFaults]

/** The fault of a database in a language; its own `message` is English. */
export function storeFaultIn(
  lang: Language,
  { fault, message }: { fault: StoreFault; message: string }
): string {
  const [code, ...values] = fault
  const sentence = wordsIn(lang).storeFaults?.[code] as ((...values: unknown[]) => string) | undefined
  return sentence?.(...values) ?? message
}
