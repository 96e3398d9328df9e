/** Only the answer that is described is a success; any other is a failure with its words. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DeliveryOutcome } from '../../../src/alerts/ports.ts'
import { openGateway } from '../../../src/channels/gateway/channel.ts'
import { readGateways } from '../../../src/channels/gateway/config.ts'
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { smsGateway } from '../../receivers/sms-gateway.ts'
import { deliveryContext, frostMessage } from './message.ts'
import { openTestDeps } from './parts.ts'

const opened = openTestDeps()
const phone = '+905321234567'
let answer: LoopbackAnswer
let provider: LoopbackServer
beforeAll(async () => {
  provider = await startLoopback(() => answer)
})
afterAll(async () => {
  await opened.close()
  await provider.close()
})

async function outcomeOf(answered: LoopbackAnswer): Promise<DeliveryOutcome> {
  answer = answered
  const read = readGateways('gateways.json', JSON.stringify([smsGateway(provider.origin)]))
  const [gateway] = 'value' in read ? read.value : []
  if (gateway === undefined) return expect.unreachable()
  const { channel } = await openGateway(gateway, '90', opened.deps)
  return channel.deliver(frostMessage(), { phone }, deliveryContext())
}

it('the described answer is a success', async () => {
  expect(await outcomeOf({ status: 200, body: '{"code":"00"}' })).toMatchObject({ outcome: 'sent' })
})

it.each([
  ['another status and place', { status: 302, headers: { location: '/send' }, body: '{"code":"00"}' }, '302'],
  ['no body', { status: 200, body: '' }, '200'],
  ['bytes', { status: 200, body: '\u0000\u00ff\ufffe' }, '200'],
  ['brackets', { status: 200, body: '['.repeat(60_000) }, '200'],
  ['a page', { status: 200, body: '<html>00</html>' }, '"00"'],
  ['an inherited member', { status: 200, body: '{"__proto__":{"code":"00"}}' }, '200'],
  ['the number again', { status: 500, body: `no credit for ${phone}` }, 'no credit for …'],
  [
    'more than is read',
    { status: 200, body: `{"code":"00","x":"${'x'.repeat(70_000)}"}` },
    'may have been sent'
  ]
])('%s is a failure', async (_, answered, words) => {
  expect(await outcomeOf(answered)).toMatchObject({
    outcome: 'retry',
    reason: expect.stringContaining(words)
  })
})

it('is asked again when it says', async () => {
  const busy = { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }
  expect(await outcomeOf(busy)).toMatchObject({ outcome: 'retry', afterSeconds: 7 })
  // Not past the frost.
  const hours = { ...busy, headers: { 'retry-after': '36000' } }
  expect(await outcomeOf(hours)).toMatchObject({ outcome: 'retry', afterSeconds: 300 })
})
