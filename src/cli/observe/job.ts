/** What `ayaz observe` was asked to do, as it travels from the command to the thread that does it. */
import type { Language } from '../../language/language.ts'
import type { TemperatureUnit } from './header.ts'

export interface ObserveJob {
  readonly file: string
  readonly lang: Language
  /** Members that every row has which does not say otherwise. */
  readonly given: Readonly<Record<string, string>>
  /** Null where the command line names none. */
  readonly unit: TemperatureUnit | null
  /** Where every bad row is written; null = the first ones are shown. */
  readonly rejects: string | null
  /** A running service and its key; null = straight into the store. */
  readonly service: { readonly baseUrl: string; readonly key: string } | null
}
