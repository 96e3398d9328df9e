/** Real answers of the providers that lie beside the project; never copied into it. */
import { existsSync, readFileSync } from 'node:fs'

const folder = new URL('../../../shared/data/upstream/', import.meta.url)

/** False on a machine without the captures; tests of them are then skipped. */
export const capturesPresent = existsSync(folder)

/** To be put into the title of what is skipped. */
export const capturesMissing = capturesPresent ? '' : ' (skipped: ../shared/data/upstream is not here)'

/** One capture, parsed anew each time. */
export function readCapture(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, unknown>
}
