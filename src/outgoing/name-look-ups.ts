/** Names that subscribers gave: by DNS requests that can be cancelled, a bounded number at a time. */
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { OutgoingError } from './request.ts'

export interface LookUpTerms {
  /** Timeout [ms]. */
  readonly timeoutMs: number
  /** The client of the request, as limits count it; null for the service's own. */
  readonly client: string | null
  /**
   * In the operator's network, as the operator (`opened`) or a subscriber (`given`) named it: resolved by the system,
   * not only DNS. Null: public.
   */
  readonly local: 'opened' | 'given' | null
}

/** Every address of a name, as `dns.lookup` with `all` gives them. @throws when there is none */
export type LookUpAddresses = (hostname: string, terms: LookUpTerms) => Promise<readonly LookupAddress[]>

interface NameLookUpOptions {
  /** `address` or `address:port`; default: the system's, read again for each look-up. */
  readonly nameServers: readonly string[] | null
  /** Time until a request is repeated once [ms]; default 700, twice what the other side of the world needs. */
  readonly firstTryMs?: number
  /** How the system resolves a local name; default: `getaddrinfo`. */
  readonly system?: (name: string) => Promise<readonly LookupAddress[]>
}

/** Names looked up at a time: in all, for clients (the rest is for deliveries), for one client. */
export const lookUpLimits = { underWay: 128, ofClients: 64, perClient: 4 } as const

/** Wait for the other family of addresses after the first [ms]: some name servers never answer AAAA. */
const otherFamilyMs = 300

interface Flight {
  readonly addresses: Promise<readonly LookupAddress[]>
  readonly cancel: () => void
  waiting: number
}

/**
 * Public names never reach the system's resolver (`getaddrinfo`), which blocks one of few threads until its timeout, 10
 * s. It resolves local names: one of the operator's and one of the subscribers' at a time.
 */
export function openNameLookUps(options: NameLookUpOptions) {
  const pending = new Map<string, Flight>()
  const places = createPlaces()
  const { system = (name) => lookup(name, { all: true }) } = options
  const locally = { opened: oneAtATime(system), given: oneAtATime(system) }
  const total = { refused: 0, timedOut: 0 }

  const begin = (key: string, name: string, { client, local }: LookUpTerms): Flight => {
    if (!places.take(client)) {
      total.refused += 1
      throw new OutgoingError('unreachable', `${name}: too many names are being looked up`)
    }
    const ending = new AbortController()
    const work = local === null ? ask(name, options, ending.signal) : locally[local](name, ending.signal)
    const forget = (): void => {
      if (pending.get(key) === running) pending.delete(key)
    }
    const addresses = work.finally(() => {
      places.release(client)
      forget()
    })
    const cancel = (): void => {
      forget()
      ending.abort()
    }
    const running = { addresses, cancel, waiting: 0 }
    pending.set(key, running)
    return running
  }

  return {
    /** @throws {OutgoingError} `timeout`, `unreachable` where too many are running; an error with the code of DNS */
    async lookUp(hostname: string, terms: LookUpTerms) {
      const name = hostname.toLowerCase()
      const key = `${name} ${terms.local}`
      const running = pending.get(key) ?? begin(key, name, terms)
      running.waiting += 1
      try {
        return await inTime(running.addresses, name, terms.timeoutMs)
      } catch (error) {
        if (isTimeout(error)) total.timedOut += 1
        throw error
      } finally {
        running.waiting -= 1
        if (running.waiting === 0) running.cancel()
      }
    },
    /** Since the start, look-ups were `refused` because too many were running, and `timedOut` without an answer. */
    counts: () => ({ underWay: places.taken(), ...total }),
    close(): void {
      for (const running of [...pending.values()]) running.cancel()
    }
  }
}

function createPlaces() {
  const perClient = new Map<string, number>()
  let taken = 0
  let ofClients = 0
  return {
    taken: () => taken,
    take(client: string | null): boolean {
      if (taken >= lookUpLimits.underWay) return false
      if (client !== null) {
        const own = perClient.get(client) ?? 0
        if (own >= lookUpLimits.perClient || ofClients >= lookUpLimits.ofClients) return false
        perClient.set(client, own + 1)
        ofClients += 1
      }
      taken += 1
      return true
    },
    release(client: string | null): void {
      taken -= 1
      if (client === null) return
      ofClients -= 1
      const left = (perClient.get(client) ?? 0) - 1
      if (left > 0) perClient.set(client, left)
      else perClient.delete(client)
    }
  }
}

async function ask(
  name: string,
  { nameServers, firstTryMs = 700 }: NameLookUpOptions,
  signal: AbortSignal
): Promise<readonly LookupAddress[]> {
  // Cancelling ends all requests of a resolver, so each look-up has its own.
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 })
  if (nameServers !== null) resolver.setServers(nameServers)
  const known = await fileAddresses(name)
  if (known.length > 0) return known
  signal.throwIfAborted()
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  let late: NodeJS.Timeout | undefined
  const found = (family: 4 | 6) => (addresses: readonly string[]) => {
    late ??= setTimeout(cancel, otherFamilyMs)
    return addresses.map((address) => ({ address, family }))
  }
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(name).then(found(4)),
    resolver.resolve6(name).then(found(6))
  ])
  clearTimeout(late)
  // IPv4 first: where only the other family has a route, its addresses fail at once.
  const all = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (all.length === 0 && four.status === 'rejected') throw four.reason
  return all
}

/** A thread may be blocked until the system gives up, so the next name waits for it. */
function oneAtATime(lookUp: (name: string) => Promise<readonly LookupAddress[]>) {
  let last: Promise<unknown> = Promise.resolve()
  return (name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> => {
    const next = last.then(() => {
      signal.throwIfAborted()
      return lookUp(name)
    })
    last = next.catch(() => undefined)
    return next
  }
}

async function inTime<Value>(answer: Promise<Value>, name: string, timeoutMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timeout = new OutgoingError('timeout', `${name}: its name was not found in time`)
  const timer = setTimeout(() => late.reject(timeout), timeoutMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function isTimeout(error: unknown): boolean {
  if (error instanceof OutgoingError) return error.kind === 'timeout'
  return error instanceof Error && Reflect.get(error, 'code') === 'ETIMEOUT'
}

/** Addresses of a name in /etc/hosts, IPv4 first; none where there is no such file. */
async function fileAddresses(name: string): Promise<readonly LookupAddress[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return addressesIn(text, name)
}

/** Addresses of a name in the text of a hosts file (hosts(5)). */
export function addressesIn(table: string, name: string): readonly LookupAddress[] {
  const rows = table.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
  return rows
    .flatMap(([address = '', ...names]) => {
      const isNamed = names.some((one) => one.toLowerCase() === name)
      return isNamed && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : []
    })
    .toSorted((left, right) => left.family - right.family)
}
