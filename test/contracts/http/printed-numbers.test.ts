/** A number that a program prints means the same at every door. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frostCommand } from '../../../src/cli/frost.ts'
import { hourMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { runCommand } from '../../command.ts'
import { printedForms } from '../../printed-numbers.ts'
import { type CheckedClient, openClient } from './client.ts'

let now = Date.parse('2026-04-11T17:30:00Z')
let app: TestApp
let client: CheckedClient
beforeAll(async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=100000/60', PAGES_PER_MINUTE: '100000' }
  app = await startApp({ environment, clock: () => now })
  client = await openClient(app.origin)
})
afterAll(async () => {
  await client.close()
  await app.close()
})

const points = [
  { lat: printedForms(38_342, -0.344), lon: printedForms(38_320, 0.3125), key: '38.342,38.320' },
  { lat: printedForms(-500, 0.1), lon: printedForms(-179_999, 0.04), key: '-0.500,-179.999' },
  { lat: printedForms(0, -1e-7), lon: printedForms(7, 0.4), key: '0.000,0.007' }
]
const pairs = points.flatMap(({ lat, lon, key }) =>
  lat.forms.map((form, index) => ({ lat: form, lon: lon.forms[index] ?? '', key }))
)

const keyOf = ({ lat, lon }: { readonly lat: number; readonly lon: number }) =>
  `${lat.toFixed(3)},${lon.toFixed(3)}`

it('in a query, with its plus encoded or not', async () => {
  for (const { lat, lon, key } of pairs) {
    for (const query of [new URLSearchParams({ lat, lon }).toString(), `lat=${lat}&lon=${lon}`]) {
      const { status, json } = await client.ask(`/weather/current?${query}`)
      const { location } = json as { location: { lat: number; lon: number } }
      expect([query, status, keyOf(location)]).toEqual([query, 200, key])
    }
  }
})

it('in a body, where JSON has the form', async () => {
  for (const { lat, lon, key } of pairs.filter((one) => isJson(one.lat) && isJson(one.lon))) {
    // A client may make a limited number of subscriptions a day.
    now += 2 * hourMs
    const body = `{"lat":${lat},"lon":${lon},"channel":"feed","threshold":60}`
    const { status, json } = await client.ask('/alerts/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body
    })
    expect([body, status, keyOf(json as { lat: number; lon: number })]).toEqual([body, 201, key])
  }
})

it('in the address of a page', async () => {
  for (const { lat, lon, key } of pairs.filter((one) => one.lat.length < 100)) {
    const path = `/en/field/${lat},${lon}`
    const { status, headers } = await fetch(app.origin + path, { redirect: 'manual' })
    const reached = status === 302 ? headers.get('location') : path
    expect([path, reached]).toEqual([path, `/en/field/${key}`])
  }
})

it('as words of a command', async () => {
  const dataDir = { DATA_DIR: app.dataDir, SOURCES: 'demo' }
  for (const words of [
    ['-.5', '-179.999'],
    ['-5e-01', '+.007'],
    ['38.34165619279595', '38.32031250000001']
  ]) {
    const { out, status } = await runCommand(frostCommand, [...words, '--json'], dataDir)
    expect([words, status, JSON.parse(out).location.lat]).toEqual([
      words,
      0,
      Number(Number(words[0]).toFixed(3))
    ])
  }
})

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number'
  } catch {
    return false
  }
}
