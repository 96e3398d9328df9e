export type Shape =
  | 'constant'
  | 'unit'
  | 'sign'
  /** The temperature comes down to zero again and again, and stays above. */
  | 'at_zero'
  | 'shifted'
  | 'block'
  | 'wind_constant'
  | 'wind_unit'
  | 'wind_speed'
  | 'cloud_constant'
  | 'dew_constant'
  | 'dew_above_air'
  | 'change'

export type Overruling = 'thermometer' | 'sun' | 'climate' | 'source'

export interface Finding {
  readonly shape: Shape
  /** Neither weather nor a new forecast can look so; otherwise the finding counts only where nights differ a little. */
  readonly isCertain: boolean
  /** Its hours; the last one is not included. */
  readonly from: number
  readonly to: number
}
