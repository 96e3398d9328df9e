/** Which IP addresses belong to the public internet. */
import ipaddr from 'ipaddr.js'

/** Everything IPv6 that is in use on the public internet lies in here (IANA, RFC 4291 §2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * True for a publicly reachable address: not loopback, private, link-local, carrier-grade NAT, documentation,
 * benchmarking, multicast, reserved or unique-local, and no IPv6 form that embeds an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP), because those reach whatever the embedded address is.
 *
 * @param address an IPv4 or IPv6 address as text, without brackets; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
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
