/** What has to be known before a logger's file can be read: with two readings possible nothing is stored. */
import type { TemperatureUnit } from '../../common/file-cells.ts'
import type { DateOrder } from './wall-clock.ts'

export type SeriesQuestion =
  /** Several columns may be meant, or none is named. */
  | { readonly code: 'columns'; readonly option: 'time' | 'temperature'; readonly names: readonly string[] }
  | {
      readonly code: 'no_column'
      readonly option: 'time' | 'temperature'
      readonly wanted: string
      readonly names: readonly string[]
    }
  /** A comma separates, and may be a decimal sign. */
  | { readonly code: 'decimal_comma'; readonly line: number }
  /** One date of the file in each order that fits all of it. */
  | {
      readonly code: 'date_order'
      readonly text: string
      readonly dates: readonly { readonly order: DateOrder; readonly date: string }[]
    }
  | { readonly code: 'unit'; readonly lowest: number; readonly highest: number }
  | { readonly code: 'units_differ'; readonly column: TemperatureUnit; readonly option: TemperatureUnit }
  /** A line within the file names the column of the temperature otherwise, or with another unit. */
  | { readonly code: 'renamed'; readonly line: number; readonly text: string; readonly name: string }
  /** The clocks of the place changed within the file; nothing says whether the logger's did. */
  | { readonly code: 'zone'; readonly timezone: string; readonly offsets: readonly string[] }
  | { readonly code: 'no_zone'; readonly zone: string }
  /** A time that the zone's clock did not show, or showed twice where the file has it once. */
  | { readonly code: 'no_such_time'; readonly line: number; readonly timezone: string }
  | { readonly code: 'backwards'; readonly lines: readonly [number, number] }
  | {
      readonly code: 'twice'
      readonly lines: readonly [number, number]
      readonly values: readonly [number, number]
    }
  /** A date that is not a day in any order. */
  | { readonly code: 'no_date'; readonly line: number; readonly text: string }
  /** Each row has an order, and no order fits all. */
  | { readonly code: 'mixed_dates' }
  /** A time that is none, in a column of times. */
  | { readonly code: 'no_time'; readonly line: number; readonly name: string; readonly text: string }
  /** A row without a date, whose clock does not continue from the row above. */
  | { readonly code: 'no_day'; readonly line: number; readonly name: string }
  /** What follows the time is not one offset; empty: nothing does, but something follows others. */
  | { readonly code: 'zone_word'; readonly line: number; readonly name: string; readonly word: string }
  | { readonly code: 'future'; readonly line: number; readonly at: string }
  /** In the file the days are warmest at night [h after midnight by the sun]. */
  | { readonly code: 'warm_night'; readonly hour: number }
  | { readonly code: 'too_long'; readonly most: number }
  | { readonly code: 'no_readings' }
  /** A spreadsheet's own format. */
  | { readonly code: 'workbook' }
