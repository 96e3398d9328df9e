import { EventSource } from 'undici'
import { expect, test } from 'vitest'
import { frostMessage } from '../../../test/contracts/channels/message.ts'
import { startLoopback } from '../../../test/receivers/loopback.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from './channel.ts'

test('an event source reads each message whole, with its id', async () => {
  const label = 'one\r\ntwo\ndata: {"forged":true}\n\nid: forged\n\u2028\u2029'
  const stream =
    streamOpening(10) +
    renderServerSentEvent('msg_1', frostMessage()) +
    keepAliveEvent +
    renderServerSentEvent('msg_2', frostMessage({ label, language: 'tr' }))
  const server = await startLoopback(() => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: stream
  }))
  const source = new EventSource(`${server.origin}/`)
  const events: { id: string; data: Record<string, unknown> }[] = []
  await new Promise<void>((resolve) => {
    source.addEventListener('message', (event) => {
      events.push({ id: event.lastEventId, data: JSON.parse(event.data) })
      if (events.length === 2) resolve()
    })
  })
  source.close()
  await server.close()
  expect(events.map(({ id }) => id)).toEqual(['msg_1', 'msg_2'])
  expect(events[0]?.data).toMatchObject({
    type: 'frost.alert.raised',
    threshold: 60,
    nights: [{ score: 87.5 }]
  })
  expect(events[1]?.data).toMatchObject({ label, language: 'tr' })
})

test('an id cannot begin a field of its own', () => {
  expect(renderServerSentEvent('a\nevent: x\r\0', frostMessage()).split('\n')[0]).toBe('id: aevent: x')
})
