/** How many streams are open, by secret and by client: an open connection is worth more than a request. */

export interface StreamPlaces {
  /** Takes a place; null where it is taken (then `release` gives it back), else which limit stands against it. */
  readonly take: (secret: string, client: string) => StreamLimit | null
  readonly release: (secret: string, client: string) => void
  readonly open: () => number
}

export type StreamLimit = 'streams-per-address' | 'streams-per-client' | 'streams'

const mostPerSecret = 3
const mostPerClient = 10
/** Each costs a socket and a look at the log now and then. */
const mostStreams = 2000

export function createStreamPlaces(): StreamPlaces {
  const secrets = new Map<string, number>()
  const clients = new Map<string, number>()
  let count = 0
  return {
    open: () => count,
    take(secret, client) {
      if (count >= mostStreams) return 'streams'
      if ((secrets.get(secret) ?? 0) >= mostPerSecret) return 'streams-per-address'
      if ((clients.get(client) ?? 0) >= mostPerClient) return 'streams-per-client'
      add(secrets, secret, 1)
      add(clients, client, 1)
      count += 1
      return null
    },
    release(secret, client) {
      add(secrets, secret, -1)
      add(clients, client, -1)
      count -= 1
    }
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}
