/** Ports for servers that cannot choose one themselves, or that give theirs up and want it again. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that a system gives to whoever asks for any (Linux from 32768, others from 49152), above the last one
 * that browsers and `fetch` refuse.
 */
const ports = { first: 11_000, count: 21_000 }

let next = randomInt(ports.count)

/** A port of loopback that is free now. The system gives it to nobody by chance, not even after it was given up. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % ports.count
    const port = ports.first + next
    if (await isFree(port)) return port
  }
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

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
