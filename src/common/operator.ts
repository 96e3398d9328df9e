/** Who runs the service, as pages and mails name them. */

export interface Operator {
  readonly name: string | null
  /** `mailto:` with an address, or an https address. */
  readonly contact: string | null
  /** Postal, for the imprint. */
  readonly address: string | null
  /** A PNG file. */
  readonly logo: Uint8Array | null
}

export const noOperator: Operator = { name: null, contact: null, address: null, logo: null }
