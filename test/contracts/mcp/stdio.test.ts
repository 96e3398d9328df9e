/** `ayaz mcp` as an assistant's settings start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { openAssistant } from './assistant.ts'

const program = fileURLToPath(new URL('../../../bin/ayaz.mjs', import.meta.url))
const environment = (dataDir: string) => ({
  ...machineEnvironment(),
  DATA_DIR: dataDir,
  SOURCES: 'demo',
  METAR: 'off',
  SITE_URL: 'https://ayaz.example'
})

it('answers beside the service, and says nothing on standard output but the protocol', async () => {
  const app = await startApp({ environment: { SOURCES: 'demo' } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: environment(app.dataDir),
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

const message = (members: object) => `${JSON.stringify({ jsonrpc: '2.0', ...members })}\n`
const initialize = message({
  ...{ id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
})
const call = (id: number, name: string, given: object) =>
  message({ id, method: 'tools/call', params: { name, arguments: given } })

it('lives on over lines that are no message, and ends when its input does, whatever is still asked', async () => {
  const app = await startApp({ environment: { SOURCES: 'demo' } })
  const [settings, argv] = [{ env: environment(app.dataDir) }, [program, 'mcp']]
  try {
    const child = spawn(process.execPath, argv, settings)
    const said = text(child.stderr)
    const answered: string[] = []
    child.stdout.setEncoding('utf8').on('data', (part: string) => answered.push(part))
    const find = call(2, 'find_place', { q: 'İzmir' })
    const [half, rest] = [Buffer.from(find).subarray(0, 99), Buffer.from(find).subarray(99)]
    for (const part of ['no message\n', '\n', '{\n', '[]\r\n', 'null\n', initialize, '\u0000\n', half, rest])
      child.stdin.write(part)
    child.stdin.write(call(3, 'no_such_tool', {}).replace('\n', '\r\n'))
    const answers = () =>
      answered
        .join('')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
        .toSorted((one, other) => one.id - other.id)
    await expect
      .poll(() => answers().map(({ jsonrpc, id }) => [jsonrpc, id]))
      .toEqual([1, 2, 3].map((id) => ['2.0', id]))
    const [, found, unknown] = answers()
    child.stdin.end(call(4, 'tonight', { location: 'sivas' }))
    expect((await once(child, 'close'))[0]).toBe(0)
    for (const { id } of answers()) expect([1, 2, 3, 4]).toContain(id)
    expect(found.result.structuredContent.locations[0].slug).toBe('izmir')
    expect(unknown.error.message).toContain('no_such_tool')
    expect(await said).not.toContain('store_failed')
    const [status] = await once(spawn(process.execPath, argv, { ...settings, stdio: 'ignore' }), 'exit')
    expect(status).toBe(0)
  } finally {
    await app.close()
    await rm(app.dataDir, { recursive: true, force: true })
  }
})
