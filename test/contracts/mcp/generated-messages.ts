/** Messages to `/mcp` drawn from what is right and what is not: envelope, id, method, headers. */
import fc, { type Arbitrary } from 'fast-check'

export interface DrawnMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly message: unknown
}

/** Mostly the first. */
const mostly = <Item>(first: Item, ...others: readonly Item[]): Arbitrary<Item> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(first) }, { weight: 2, arbitrary: fc.constantFrom(...others) })

const info = { name: 'a', version: '1' }
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info }
const find = { name: 'find_place', arguments: { q: 'malatya' } }
/** It would leave an alert behind. */
const subscribe = {
  name: 'subscribe',
  arguments: { location: 'malatya', channel: 'feed', threshold: 60, confirm: true }
}
const asked: Arbitrary<readonly [method: unknown, params: unknown]> = fc.constantFrom(
  ['tools/call', find],
  ['tools/call', { ...find, arguments: { q: { a: 1 } } }],
  ['tools/call', { ...find, arguments: null }],
  ['tools/call', { ...find, arguments: [] }],
  ['tools/call', { name: 'no_such_tool', arguments: {} }],
  ['tools/call', { name: '__proto__', arguments: {} }],
  ['tools/call', { name: 5 }],
  ['tools/call', 'find_place'],
  ['tools/list', {}],
  ['tools/list', { cursor: 'x' }],
  ['initialize', initialize],
  ['initialize', { ...initialize, protocolVersion: '1900-01-01' }],
  ['initialize', { ...initialize, protocolVersion: 5 }],
  ['initialize', {}],
  ['ping', {}],
  ['resources/list', {}],
  ['logging/setLevel', { level: 'debug' }],
  ['notifications/initialized', {}],
  ['notifications/cancelled', { requestId: 1 }],
  ['', {}],
  [5, {}]
)
const ids = mostly<unknown>(
  7,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'x'.repeat(4000),
  '__proto__',
  null,
  {},
  [1],
  true
)

const request = fc
  .tuple(asked, ids, mostly<unknown>('2.0', '1.0', 2, null))
  .map(([[method, params], id, jsonrpc]) => ({ jsonrpc, id, method, params }))
/** No one waits for its answer. */
const notification = fc.tuple(asked, fc.constantFrom('2.0')).map(([[method, params], jsonrpc]) => ({
  ...{ jsonrpc, method },
  params: method === 'tools/call' ? subscribe : params
}))
const strays = fc.constantFrom<unknown>(null, 5, 'x', {}, [], [{ jsonrpc: '2.0', id: 1, method: 'ping' }], {
  ...{ jsonrpc: '2.0', id: 1 },
  result: {}
})

const headers = fc
  .tuple(
    mostly('application/json, text/event-stream', 'application/json', '*/*', 'text/html'),
    mostly('', '2025-06-18', '2024-11-05', '1999-01-01', 'x'),
    mostly('', 'a-session', 'x'.repeat(300)),
    mostly('', 'Bearer x', 'Basic eDp5')
  )
  .map(([accept, version, session, authorization]) => ({
    ...{ accept, 'content-type': 'application/json' },
    ...(version !== '' && { 'mcp-protocol-version': version }),
    ...(session !== '' && { 'mcp-session-id': session }),
    ...(authorization !== '' && { authorization })
  }))

export const drawnMessage: Arbitrary<DrawnMessage> = fc
  .tuple(
    headers,
    fc.oneof(
      { weight: 6, arbitrary: request },
      { weight: 2, arbitrary: notification },
      { weight: 1, arbitrary: strays }
    )
  )
  .map(([head, message]) => ({ headers: head, message }))

interface Answered {
  readonly jsonrpc: unknown
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** What breaks JSON-RPC 2.0 and the streamable transport in an answer. */
export async function faultsOf({ message }: DrawnMessage, answer: Response): Promise<readonly string[]> {
  const text = await answer.text()
  const { id = null, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown }
  if (answer.status === 202)
    return text === '' && !isQuestion(message) ? [] : ['202 to what is no notification']
  if (answer.status !== 200) {
    const type = answer.headers.get('content-type') ?? ''
    const said = JSON.parse(text) as { readonly detail?: string } & Answered
    const isSaid = type.startsWith('application/problem+json') ? said.detail : said.error?.message
    return [400, 406].includes(answer.status) && isSaid ? [] : [`${answer.status} ${text.slice(0, 200)}`]
  }
  const one = JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answered
  const hasOne = 'result' in one !== 'error' in one
  return [
    ...(isQuestion(message) ? [] : ['an answer to what asks nothing']),
    ...(one.jsonrpc === '2.0' && hasOne ? [] : [`is no answer: ${text.slice(0, 200)}`]),
    ...(one.id === id ? [] : [`has the id ${String(one.id)} of ${String(method)}`])
  ]
}

/** Has a method and an id that JSON-RPC knows. */
function isQuestion(message: unknown): boolean {
  const { id, method } = Object(message) as { readonly id?: unknown; readonly method?: unknown }
  return typeof method === 'string' && (typeof id === 'string' || Number.isSafeInteger(id))
}
