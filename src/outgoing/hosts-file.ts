/** The machine's own table of names, which takes precedence over DNS. */
import type { LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Addresses of a name in /etc/hosts, IPv4 first; none where there is no such file. */
export async function fileAddresses(name: string): Promise<readonly LookupAddress[]> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return addressesIn(text, name)
}

/** Addresses of a name in a table (hosts(5)). */
export function addressesIn(table: string, name: string): readonly LookupAddress[] {
  const rows = table.split('\n').map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
  return rows
    .flatMap(([address = '', ...names]) => {
      const isNamed = names.some((one) => one.toLowerCase() === name)
      return isNamed && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : []
    })
    .toSorted((left, right) => left.family - right.family)
}
