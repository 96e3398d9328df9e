/** What a spreadsheet and pandas read of an answer is what its JSON says. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { compareAll, drawnQuestions, pandasPython, tables } from './read-tables.ts'

if (pandasPython === undefined && process.env['CI'] === 'true')
  throw new Error('CI=true, but there is no pandas')

let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=6000/60' }
  app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

it('the numbers of both forms are those of JSON', async () => {
  const { rules, pandas } = await compareAll(client, drawnQuestions(18, 7))
  expect([...rules.wrong, ...pandas.wrong]).toEqual([])
  expect(rules.numbers).toBeGreaterThan(3000)
  if (pandasPython !== undefined) expect(pandas.numbers).toBe(rules.numbers)
})

it.each(Object.keys(tables))('%s has the same bytes each time, and a separate validator', async (path) => {
  const target = `${path}?location=malatya&format=csv`
  const first = await client.ask(target)
  const again = await client.ask(target)
  const json = await client.ask(`${path}?location=malatya&format=json`)
  const plain = await client.ask(`${path}?location=malatya`)
  expect(again.body).toEqual(first.body)
  expect(again.headers['etag']).toBe(first.headers['etag'])
  expect(json.headers['etag']).toBe(plain.headers['etag'])
  expect(json.headers['etag']).not.toBe(first.headers['etag'])
  const known = await client.ask(target, { headers: { 'if-none-match': first.headers['etag'] ?? '' } })
  expect([known.status, known.body.length]).toEqual([304, 0])
  const head = (first.body.toString().split('\r\n')[0] ?? '').split(',')
  expect(new Set(head).size).toBe(head.length)
})

it.each([
  ['csvexcel', 'csv-excel'],
  ['CSV', 'csv'],
  ['xlsx', null]
])('format=%s is refused with what is meant', async (written, meant) => {
  const { status, json } = await client.ask(`/weather?location=malatya&format=${written}`)
  const { code, detail } = json as { code: string; detail: string }
  expect([status, code]).toEqual([400, 'invalid_parameter'])
  expect(detail).toContain('json, csv, csv-excel')
  if (meant !== null) expect(detail).toContain(`Did you mean "${meant}"`)
})

it('no header chooses the form', async () => {
  const { headers } = await client.ask('/weather?location=malatya', { headers: { accept: 'text/csv' } })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})
