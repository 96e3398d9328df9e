/** `ayaz mcp` as an assistant's settings start it. */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { openAssistant } from './assistant.ts'

const program = fileURLToPath(new URL('../../../bin/ayaz.mjs', import.meta.url))

it('answers beside the service, and says nothing on standard output but the protocol', async () => {
  const app = await startApp({ environment: { SOURCES: 'demo' } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: {
      ...machineEnvironment(),
      DATA_DIR: app.dataDir,
      SOURCES: 'demo',
      METAR: 'off',
      SITE_URL: 'https://ayaz.example'
    },
    stderr: 'pipe'
  })
  const said: string[] = []
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const assistant = await openAssistant(transport)
  try {
    const tonight = await assistant.call('tonight', { location: 'malatya' })
    expect(tonight.isError).toBe(false)
    expect(tonight.sentence).toMatch(/^DEMO: .*Source: .*Age: /)
    // The log, a JSON text a line.
    for (const line of said
      .join('')
      .split('\n')
      .filter((one) => one !== ''))
      expect(JSON.parse(line)).toHaveProperty('event')
    const made = await assistant.call('subscribe', {
      location: 'malatya',
      channel: 'feed',
      threshold: 60,
      confirm: true
    })
    expect(made.body).toMatchObject({ channel: 'feed' })
  } finally {
    await assistant.close()
    await app.close()
    await rm(app.dataDir, { recursive: true, force: true })
  }
})
