/** What a command that failed says, and the status it ends with. */
import { ConfigurationError } from '../config/configuration.ts'

/** Tells the error in words; answers 78 for a wrong configuration, else 69: something that is needed is missing. */
export function reportFailure(error: unknown): number {
  if (error instanceof ConfigurationError) {
    console.error(`The configuration has mistakes:\n${error.message}`)
    return 78
  }
  console.error(error instanceof Error ? error.message : String(error))
  return 69
}
