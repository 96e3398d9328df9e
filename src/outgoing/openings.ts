/** What the operator opened beyond the public internet: `host:port` pairs, addresses and CIDRs. */
import ipaddr from 'ipaddr.js'

type Range = ReturnType<typeof ipaddr.parseCIDR>

export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/** `nas.home:8443`, `192.168.1.20:8123`, `[fd00::7]:443`, `10.0.0.0/8`. @throws {RangeError} naming another entry */
export function readOpenings(entries: readonly string[]) {
  const pairs = new Set<string>()
  const ranges: Range[] = []
  for (const entry of entries) {
    const range = readRange(entry)
    if (range === null) pairs.add(readPair(entry))
    else ranges.push(range)
  }
  return {
    /** This very host and port. */
    hasPair: (host: string, port: number) => pairs.has(`${plainHost(host)}:${port}`),
    hasAddress: (address: string) => ranges.some((range) => contains(range, address)),
    /** Whether any address range is open, so that a name may resolve into one. */
    anyAddress: ranges.length > 0
  }
}

function readRange(entry: string): Range | null {
  // Four octets: `1.2.3` may mean 1.2.0.3 or 1.2.3.0/24.
  if (!entry.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(entry.replace(/\/.*$/s, ''))) return null
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  if (!ipaddr.isValid(entry)) return null
  const address = ipaddr.parse(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function readPair(entry: string): string {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+):(\d{1,5})$/i.exec(entry)
  const [, host, port] = parts ?? []
  if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65535) {
    throw new RangeError(`"${entry}" is neither host:port nor an address nor a range such as 192.168.1.0/24`)
  }
  return `${plainHost(host)}:${Number(port)}`
}

function contains([network, bits]: Range, address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match([network, bits])
}
