import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryContext, frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { type NtfyServer, startNtfyServer } from '../../../test/receivers/ntfy-server.ts'
import type { Channel } from '../../alerts/ports.ts'
import { ntfyKind, ntfyMessage } from './channel.ts'

let server: NtfyServer
let deps: TestDeps
let channel: Channel

beforeAll(async () => {
  server = await startNtfyServer({ token: 'tk_marked' })
  deps = openTestDeps()
  const environment = { NTFY_URL: `${server.origin}/`, NTFY_TOKEN: 'tk_marked' }
  channel = (await ntfyKind.configure(environment).open(deps.deps)).channel
})
afterAll(async () => {
  await Promise.all([server.close(), deps.close()])
})

const priorityOf = (changes: Parameters<typeof frostMessage>[0]) =>
  ntfyMessage(frostMessage(changes), 'x', 'msg')['priority']

const prepare = () =>
  channel.prepare({
    destination: undefined,
    place: { slug: 'malatya' },
    random: (bytes) => randomBytes(bytes)
  })

test('every topic is a fresh one of 160 random bits that ntfy takes', async () => {
  const topics = new Set<string>()
  for (let count = 0; count < 200; count += 1) {
    const prepared = await prepare()
    if (!prepared.ok) throw new Error(prepared.detail)
    topics.add(String(prepared.destination?.['topic']))
  }
  expect(topics.size).toBe(200)
  for (const topic of topics) expect(topic).toMatch(/^ayaz-[-_A-Za-z0-9]{27}$/)
})

test('the topic is handed over as an address on the operator’s server', () => {
  const { url } = channel.setup({
    destination: { topic: 'ayaz-x' },
    signingKey: new Uint8Array(32),
    conversationToken: null,
    feedUrl: '',
    streamUrl: ''
  })
  expect(url).toBe(`${server.origin}/ayaz-x`)
})

test('a message leads to the place and to the page that ends it, and no touch alone ends it', async () => {
  expect(await channel.deliver(frostMessage(), { topic: 'ayaz-x' }, deliveryContext())).toMatchObject({
    outcome: 'sent'
  })
  expect(server.published.at(-1)).toMatchObject({
    topic: 'ayaz-x',
    priority: 5,
    click: 'https://ayaz.example/en/place/malatya',
    actions: [
      { action: 'view', url: 'https://ayaz.example/en/place/malatya' },
      { action: 'view', url: 'https://ayaz.example/u/unsubscribe-token' }
    ]
  })
})

test('messages about one night replace each other on the phone; a test stands alone', () => {
  const sequenceOf = (changes: Parameters<typeof frostMessage>[0], messageId: string) =>
    ntfyMessage(frostMessage(changes), 'x', messageId)['sequence_id']
  const later = frostNight({ date: '2026-04-13', overAt: frostNight().overAt + 24 * 3_600_000 })
  const raised = sequenceOf({ nights: [frostNight(), later] }, 'msg_1')
  const cleared = { kind: 'cleared' as const, nights: [frostNight({ standing: 'cleared' as const })] }
  expect(raised).toBe('sub_01J9ZK3M5T-2026-04-12')
  expect(sequenceOf({ kind: 'updated' }, 'msg_2')).toBe(raised)
  expect(sequenceOf(cleared, 'msg_3')).toBe(raised)
  expect(sequenceOf({ nights: [later] }, 'msg_4')).toBe('sub_01J9ZK3M5T-2026-04-13')
  expect(sequenceOf({ subscriptionId: 'sub_other' }, 'msg_5')).toBe('sub_other-2026-04-12')
  expect(sequenceOf({ kind: 'test' }, 'msg_6')).toBe('msg_6')
  expect(sequenceOf({ kind: 'still_watching', nights: [] }, 'msg_7')).toBe('msg_7')
})

test('no sentence stands twice in a message', () => {
  for (const kind of ['blind', 'cleared', 'sighted'] as const) {
    const { title, message } = ntfyMessage(frostMessage({ kind }), 'x', 'msg')
    const sentences = String(message).split(/(?<=\.)\s+|\n+/)
    expect(sentences, String(title)).toEqual([...new Set(sentences)])
  }
  const dataGap = String(ntfyMessage(frostMessage({ kind: 'blind' }), 'x', 'msg')['message'])
  expect(dataGap.split('No source has confirmed')).toHaveLength(2)
})

test('a message of many nights stays a message and does not become a file', async () => {
  const nights = Array.from({ length: 16 }, (_, day) => frostNight({ date: `2026-04-${12 + day}` }))
  await channel.deliver(
    frostMessage({ nights, language: 'tr', label: 'ş'.repeat(200) }),
    { topic: 'x' },
    deliveryContext()
  )
  const { message = '' } = server.published.at(-1) ?? {}
  expect(Buffer.byteLength(message)).toBeGreaterThan(3_000)
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096)
  expect(message).not.toContain('�')
})

test.each([
  ['raised', 'severe', 5],
  ['raised', 'high', 5],
  ['updated', 'moderate', 4],
  ['dusk', 'severe', 4],
  ['test', 'severe', 4],
  ['blind', 'severe', 4],
  ['cleared', 'severe', 2],
  ['still_watching', 'severe', 2]
] as const)('%s at level %s rings with priority %i', (kind, level, priority) => {
  expect(priorityOf({ kind, nights: [frostNight({ level })] })).toBe(priority)
})

test('the loudest night decides, and one that is over or far does not', () => {
  const far = frostNight({ coldestAt: frostNight().coldestAt + 48 * 3_600_000 })
  const nights = [frostNight({ level: 'low' }), frostNight({ level: 'severe', standing: 'cleared' }), far]
  expect(priorityOf({ nights })).toBe(4)
  expect(priorityOf({ nights: [far] })).toBe(3)
})

test('a server that refuses the operator’s token costs no grower the subscription', async () => {
  const { channel: wrong } = await ntfyKind
    .configure({ NTFY_URL: server.origin, NTFY_TOKEN: 'tk_wrong' })
    .open(deps.deps)
  expect(await wrong.deliver(frostMessage(), { topic: 'x' }, deliveryContext())).toMatchObject({
    outcome: 'retry',
    afterSeconds: 600
  })
  expect(await wrong.unavailable?.()).toContain('ntfy')
  expect(deps.reports.at(-1)).toContain('NTFY_TOKEN')
  expect(deps.reports.join()).not.toContain('tk_')
})

test('without a server nothing is offered and nothing public is taken instead', async () => {
  const { channel: none } = await ntfyKind.configure({}).open(deps.deps)
  expect(none).toMatchObject({ isConfigured: false, needs: ['NTFY_URL'] })
  expect(await none.deliver(frostMessage(), { topic: 'x' }, deliveryContext())).toMatchObject({
    outcome: 'retry'
  })
})
