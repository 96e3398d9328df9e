import { ecowitt } from './ecowitt/protocol.ts'
import { lorawan } from './lorawan/protocol.ts'
import type { Protocol } from './upload.ts'
import { wu } from './wu/protocol.ts'

const protocols: readonly Protocol[] = [ecowitt, wu, lorawan]

/** By what follows `/ingest/`. */
export const protocolAt: ReadonlyMap<string, Protocol> = new Map(
  protocols.flatMap((protocol) => protocol.paths.map((path) => [path, protocol] as const))
)

export const protocolRows: readonly (readonly string[])[] = protocols.map(({ row }) => row)
