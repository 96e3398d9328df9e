export const requestLimits = {
  headerBytes: 16_384,
  targetCharacters: 4096,
  bodyBytes: 16_384,
  /** A body of rows: a thousand bytes for each. */
  rowsBytes: 5_000_000,
  placesBytes: 131_072,
  /** A request, headers and body, must have arrived within [ms]. */
  requestMs: 10_000,
  headersMs: 8000,
  keepAliveMs: 65_000,
  /** Connections open at a time: ten thousand idle ones, and some for all others. */
  connections: 10_240,
  /** How long unsent bytes may make no progress because the client does not read [ms]. */
  unreadMs: 30_000,
  requestsPerSocket: 10_000
} as const
