import { describe, expect, it } from 'vitest'
import type { OutgoingRequest, OutgoingResponse } from '../../outgoing/request.ts'
import type { NumberedRow } from './row-feed.ts'
import { serviceSink } from './service-sink.ts'

const row = (line: number, station = ''): NumberedRow => ({
  line,
  row: {
    place: { location: 'malatya' },
    date: '2026-04-11',
    kind: 'air_2m',
    exposure: null,
    minimumC: -1,
    station
  }
})

function answering(...answers: readonly (Partial<OutgoingResponse> & { readonly json?: object })[]) {
  const requests: OutgoingRequest[] = []
  const waits: number[] = []
  const sink = serviceSink({
    baseUrl: 'https://ayaz.example/api/v1',
    key: 'key',
    send: async (request) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {}
      requests.push(request)
      if (answer.status === 0) throw new Error('unreachable')
      const body = Buffer.from(JSON.stringify(answer.json ?? {}))
      return { status: 200, headers: {}, body, ...answer }
    },
    wait: async (ms) => void waits.push(ms)
  })
  return { sink, requests, waits }
}

const done = { json: { stored: 1, replaced: 0, unchanged: 1, observations: [] } }

describe('rows sent to a service', () => {
  it('go to /observations with the key, and its sums come back', async () => {
    const { sink, requests } = answering(done)
    expect(await sink.send([row(2), row(3)])).toEqual({ stored: 1, replaced: 0, unchanged: 1, refused: [] })
    expect(requests[0]).toMatchObject({
      url: 'https://ayaz.example/api/v1/observations',
      method: 'POST',
      headers: { 'X-API-Key': 'key' }
    })
    expect(JSON.parse(String(requests[0]?.body)).observations).toHaveLength(2)
  })

  it('are split so that no body grows over 15 kB', async () => {
    const { sink, requests } = answering(done)
    await sink.send(Array.from({ length: 100 }, (_, index) => row(index, 'ğ'.repeat(64))))
    expect(requests.length).toBeGreaterThan(1)
    const sizes = requests.map((request) => Buffer.byteLength(String(request.body)))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(15_000)
    const sent = requests.flatMap((request) => JSON.parse(String(request.body)).observations)
    expect(sent).toHaveLength(100)
  })

  it('wait as long as the quota says, and longer each time nobody answers', async () => {
    const { sink, waits } = answering({ status: 429, headers: { 'retry-after': '7' } }, { status: 0 }, done)
    await sink.send([row(2)])
    expect(waits).toEqual([7000, 2000])
  })

  it('that are refused come back with their lines', async () => {
    const some = {
      stored: 1,
      replaced: 0,
      unchanged: 0,
      observations: [{ index: 1, status: 'refused', detail: 'no' }]
    }
    expect((await answering({ json: some }).sink.send([row(7), row(9)])).refused).toEqual([
      { line: 9, reason: 'no' }
    ])
    const all = { detail: 'd', errors: [{ pointer: '/observations/0/date', detail: 'a' }] }
    expect((await answering({ status: 422, json: all }).sink.send([row(7), row(9)])).refused).toEqual([
      { line: 7, reason: 'a' },
      { line: 9, reason: 'd' }
    ])
  })

  it.each([
    [401, '--key'],
    [404, '--url'],
    [0, 'No answer']
  ])('stop at %i with what to do', async (status, part) => {
    await expect(answering({ status }).sink.send([row(2)])).rejects.toThrow(part)
  })
})
