/** What the bench of Dutch grass minima works on. */

/** The rows with all that the formula needs, in the order of station and day. */
export interface GrassRows {
  readonly days: Float64Array
  readonly stationOf: Int32Array
  readonly stations: number
  readonly airC: Float64Array
  readonly grassC: Float64Array
  readonly meanC: Float64Array
  readonly windMps: Float64Array
  readonly cloudFraction: Float64Array
  readonly humidityPercent: Float64Array
  /** x: ΔT_eq for κ = 1 [°C]. */
  readonly fullOffsetC: Float64Array
}
