/** Signs of life as systemd receives them: on a socket of datagrams, for which Node has no module. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withFolder } from '../drills/served-folder.ts'
import { serve } from './served.ts'

const receiver = `
import socket, sys
signs = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
signs.bind(sys.argv[1])
print('ready', flush=True)
while True: print(signs.recv(4096).decode(), flush=True)
`

it('a process that serves gives signs of life, again and again', () =>
  withFolder(async (settings, dataDir) => {
    const socket = join(dataDir, 'notify')
    const heard = spawn('python3', ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
    let signs = ''
    heard.stdout.on('data', (chunk: Buffer) => {
      signs += chunk.toString()
    })
    try {
      await expect.poll(() => signs).toContain('ready')
      await serve({ ...settings, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' })
      await expect.poll(() => signs.split('WATCHDOG=1').length).toBeGreaterThan(5)
    } finally {
      heard.kill()
    }
  }))
