/** The balancers of `deploy/` beside a process that ends: a request that is just leaving on an idle connection. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfiguration } from '../../src/app/configuration.ts'
import { type BalancerName, isInstalled, startBalancer } from '../receivers/balancers.ts'

const drainMs = readConfiguration({}).drainSeconds * 1000

/** After its drain a process answers nothing any more on the connections that it had before. */
async function startProcess() {
  const connections = new Set<Socket>()
  let ended: ReadonlySet<Socket> = new Set()
  const server = createServer({ keepAliveTimeout: 65_000 }, ({ socket }, response) => {
    if (ended.has(socket)) socket.destroy()
    else response.end('{}')
  })
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    drain: async () => {
      for (const endsAt = Date.now() + drainMs; Date.now() < endsAt && connections.size > 0; )
        await setTimeout(50)
      ended = new Set(connections)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

it.for(['haproxy', 'nginx', 'caddy'] as const satisfies readonly BalancerName[])(
  '%s loses no POST to a process that closes its connections after DRAIN_SECONDS',
  async (name, { skip }) => {
    skip(!isInstalled(name) && process.env['CI'] !== 'true', `${name} is not installed`)
    const folder = mkdtempSync(join(tmpdir(), 'ayaz-idle-'))
    const service = await startProcess()
    const balancer = await startBalancer(name, folder, [service.port, service.port])
    onTestFinished(async () => {
      await balancer.close()
      service.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const post = async (): Promise<number> => {
      const answer = await fetch(`${balancer.origin}/api/v1/alerts/subscribe`, { method: 'POST', body: '{}' })
      return answer.status
    }
    expect(await post()).toBe(200)
    await service.drain()
    expect(await post()).toBe(200)
  }
)
