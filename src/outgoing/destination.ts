import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainHost, type readOpenings } from './openings.ts'
import { OutgoingError } from './request.ts'

export interface Rules {
  /** `operator`: any address; `public`: the public internet and what the operator opened. */
  readonly reach: 'operator' | 'public'
  readonly allowHttp: boolean
  readonly openings: ReturnType<typeof readOpenings>
}

export interface Destination {
  readonly url: URL
  /** Lower case, no brackets, no trailing dot. */
  readonly host: string
  readonly port: number
}

/** Where web servers usually are; any other could be a mail server or a database that accepts commands. */
const usualPorts: Readonly<Record<string, readonly number[]>> = { 'https:': [443, 8443], 'http:': [80, 8080] }

/** Names that are never on the public internet (RFC 6761, 6762, 8375, 9476 and ICANN's `internal`). */
const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'lan',
  'intranet',
  'corp',
  'home',
  'alt',
  'onion'
]

/** Judges the URL's text alone. @throws {OutgoingError} `forbidden`, with a message for the user who gave it */
export function readDestination(text: string, rules: Rules): Destination {
  const url = URL.parse(text)
  if (url === null) throw forbidden('This is not a URL.')
  requireScheme(url, rules)
  if (url.username !== '' || url.password !== '')
    throw forbidden('A URL with a user name in it is not accepted.')
  const host = plainHost(url.hostname)
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const destination = { url, host, port }
  if (rules.reach === 'operator') return destination
  if (rules.openings.hasPair(host, port)) return destination
  if (isIP(host) !== 0) requireAddress(destination, host, rules)
  else requireName(destination, rules)
  return destination
}

/** @throws {OutgoingError} `forbidden` */
export function requireAddress(
  destination: Pick<Destination, 'host' | 'port'>,
  address: string,
  rules: Rules
): void {
  if (rules.reach === 'operator' || rules.openings.hasPair(destination.host, destination.port)) return
  if (rules.openings.hasAddress(address)) return
  if (!isPublicAddress(address)) throw forbidden(`${destination.host} is not on the public internet.`)
  if (!isUsualPort(destination.port)) throw forbidden(`Port ${destination.port} is not accepted.`)
}

/** A name in the operator's network: opened as a pair, or given by a subscriber and unknown to public name servers. */
export function localName(
  { host, port }: Pick<Destination, 'host' | 'port'>,
  { openings }: Rules
): 'opened' | 'given' | null {
  if (openings.hasPair(host, port)) return 'opened'
  return isPrivateName(host) ? 'given' : null
}

function requireScheme(url: URL, rules: Rules): void {
  if (url.protocol === 'https:') return
  if (url.protocol === 'http:' && rules.allowHttp) return
  throw forbidden(
    rules.allowHttp ? 'Only http and https URLs are accepted.' : 'Only https URLs are accepted.'
  )
}

function requireName(destination: Destination, rules: Rules): void {
  if (rules.openings.anyAddress) return
  const { host, port } = destination
  if (isPrivateName(host)) throw forbidden(`${host} is not on the public internet.`)
  if (!isUsualPort(port)) throw forbidden(`Port ${port} is not accepted.`)
}

function isPrivateName(host: string): boolean {
  if (!host.includes('.')) return true
  return privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

function isUsualPort(port: number): boolean {
  return Object.values(usualPorts).some((ports) => ports.includes(port))
}

function forbidden(message: string): OutgoingError {
  return new OutgoingError('forbidden', message)
}

/** Everything IPv6 that is in use on the public internet lies in here (IANA, RFC 4291 §2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Not loopback, private, link-local, carrier-grade NAT, documentation, benchmarking, multicast, reserved or
 * unique-local, nor an IPv6 form that embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) and
 * reaches it. @param address Without brackets; no address is not public
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return true
  return parsed.match(globalUnicast) && !carriesIsatap(parsed.toByteArray())
}

/** ISATAP (RFC 5214 §6.1): an interface identifier of ::0:5efe:a.b.c.d or ::200:5efe:a.b.c.d. */
function carriesIsatap(bytes: readonly number[]): boolean {
  const [first, second, third, fourth] = bytes.slice(8, 12)
  return (first === 0x00 || first === 0x02) && second === 0x00 && third === 0x5e && fourth === 0xfe
}
