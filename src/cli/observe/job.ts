import type { TemperatureUnit } from '../../common/file-cells.ts'
import type { Language } from '../../language/language.ts'
import type { NamedColumns } from '../../observations/series/header.ts'
import type { DateOrder } from '../../observations/series/wall-clock.ts'

export interface ObserveJob {
  readonly file: string
  readonly lang: Language
  readonly given: Readonly<Record<string, string>>
  /** Null where the command line names none. */
  readonly unit: TemperatureUnit | null
  /** Columns of a logger's file; null where the command line names none. */
  readonly columns: NamedColumns
  readonly order: DateOrder | null
  readonly zone: string | null
  readonly isDryRun: boolean
  /** Where every bad row is written; null = the first ones are shown. */
  readonly rejects: string | null
  /** A running service and its key; null = straight into the store. */
  readonly service: { readonly baseUrl: string; readonly key: string } | null
}
