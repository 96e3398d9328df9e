/** Ports for servers that cannot choose one themselves. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of loopback that is free now; another process may take it before its use. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** What `start` gives on a free port, tried on three of them. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let left = 2; ; left -= 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (left === 0) throw error
    }
  }
}
