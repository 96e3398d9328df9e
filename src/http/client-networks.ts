import ipaddr from 'ipaddr.js'
import type { ClientNetworks } from '../alerts/ports.ts'

/** The networks of a client; null where its address is unknown or not public (a home network, an untrusted proxy). */
export function networksOf(client: string): ClientNetworks | null {
  const text = client.replace(/\/64$/, '')
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return null
  const bytes = address.toByteArray()
  const [wide, near] = address.kind() === 'ipv4' ? [2, 3] : [4, 6]
  return { near: bytes.slice(0, near).join('.'), wide: bytes.slice(0, wide).join('.') }
}
