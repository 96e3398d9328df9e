import type { Language } from '../language/language.ts'
import { storeFaultIn } from '../language/store-faults.ts'
import { OutgoingError } from '../outgoing/request.ts'
import { SourceError } from '../sources/source.ts'
import { isUnavailable, StoreError } from '../store/store-error.ts'

/** An error's type, message, stack and code; no other properties. */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code: unknown = Reflect.get(error, 'code')
  const cause = error.cause === undefined ? {} : { cause: loggedError(error.cause) }
  return { type: name, message, stack, ...(typeof code === 'string' && { code }), ...cause }
}

/** An error (`err`) of a source or the database is left out: the message says all, and no code is to be looked for. */
export function withLoggedError({
  err,
  ...details
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return err === undefined || isOutside(err) ? details : { ...details, err: loggedError(err) }
}

function isOutside(error: unknown): boolean {
  return isUnavailable(error) || error instanceof SourceError || error instanceof OutgoingError
}

export function reasonIn(lang: Language, error: unknown): string {
  if (error instanceof StoreError) return storeFaultIn(lang, error)
  return error instanceof Error ? error.message : String(error)
}
