import type { EnvironmentDescription, Note, SettingsOf } from '../config/environment.ts'
import type { Localized } from '../language/language.ts'
import type { SendRequest } from '../outgoing/request.ts'
import type { Source } from './source.ts'

/** A row of the table in docs/sources.md, in Markdown; `npm run docs` writes it there. */
interface SourceRow {
  readonly provides: string
  readonly needs: string
  readonly licence: string
}

export interface SourceEntry<Description extends EnvironmentDescription> {
  readonly environment: Description
  /** The setting without which the source cannot be asked, or null. */
  readonly needs: keyof Description | null
  /** Its weather is made up: it is used only where SOURCES names it. */
  readonly isSynthetic?: true
  /** What the operator checks where it does not answer; null where there is nothing of its own to check. */
  readonly remedy: Localized | null
  readonly row: SourceRow
  readonly notes?: (settings: SettingsOf<Description>) => readonly Note[]
  readonly create: (settings: SettingsOf<Description>, send: SendRequest, clock: () => number) => Source
}

export function sourceEntry<Description extends EnvironmentDescription>(
  folder: SourceEntry<Description>
): SourceEntry<Description> {
  return folder
}
