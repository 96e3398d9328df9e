/** "How cold was it?": what a person read, held against the forecast, and whom it moves. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { hourMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { serverKeys } from '../../../src/store/secrets.ts'
import { startApp, type TestApp } from '../../app.ts'
import { datesBefore, issuePastNights } from './past-nights.ts'
import { placesNamed } from './synthetic-record.ts'

/** 09:00 in Malatya, after a night that was issued with 5 °C, σ 2 °C. */
const morning = Date.parse('2026-04-11T06:00:00Z')

let now = morning
let app: TestApp
let store: Store
beforeEach(async () => {
  now = morning
  const environment = { SOURCES: 'demo', TIERS: 'free=100000/60', PAGES_PER_MINUTE: '100000' }
  app = await startApp({ environment, clock: () => now })
  store = await openStore({ ...app.data, now })
  const hash = createHash('sha256').update('key of grower').digest('hex')
  await store.apiKeys.add({ id: 'grower', hash, tier: 'free', label: '', operator: false, createdAt: now })
  for (const point of await placesNamed(['malatya']))
    await issuePastNights(store, { ...point, synthetic: true }, datesBefore('2026-04-12'))
})
afterEach(async () => {
  await store.close()
  await app.close()
})

async function enter(members: Readonly<Record<string, string>>, lang = 'en') {
  const body = new URLSearchParams({
    place: 'malatya',
    when: 'night',
    where: 'air_2m',
    unit: 'C',
    ...members
  })
  const answer = await fetch(`${app.origin}/how-cold?lang=${lang}`, { method: 'POST', body })
  const page = await answer.text()
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
  const text = main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return { status: answer.status, text, main, headers: answer.headers }
}

interface Subscribed {
  readonly id: string
  readonly manage: { readonly token: string }
}
async function subscribe(where: object): Promise<Subscribed> {
  const answer = await fetch(`${app.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...where, channel: 'feed', threshold: 30 })
  })
  return (await answer.json()) as Subscribed
}

const nightsStored = async () => {
  const sensors = await store.record.sensors(null, 9)
  return store.record.observations(
    sensors.map(({ seq }) => seq),
    '2020-01-01'
  )
}

it('stores nothing for a unit, a time or a height that is in no list, and names the list', async () => {
  for (const [member, written] of [
    ['unit', 'K'],
    ['when', 'tomorrow'],
    ['where', 'roof']
  ] as const) {
    const { status, text } = await enter({ degrees: '-2', [member]: written })
    expect([status, text]).toEqual([422, expect.stringContaining(`“${written}” is not in the list “`)])
  }
  expect(await nightsStored()).toEqual([])
})

it('is on the page of a place, in both languages', async () => {
  for (const [path, words] of [
    ['/en/place/malatya', 'How cold was it?'],
    ['/tr/yer/malatya', 'Kaç dereceydi?']
  ]) {
    const page = await (await fetch(`${app.origin}${path}`)).text()
    expect(page).toContain(words)
    expect(page).toContain('<input type="hidden" name="place" value="malatya">')
  }
})

it('says how a reading compares with what was foretold for that night, and stores nothing without a proof', async () => {
  const { status, text, headers } = await enter({ degrees: '3,8' })
  expect(status).toBe(200)
  expect(text).toContain('You read 3.8 °C (night of 10–11 April).')
  expect(text).toContain('The forecast of the day before said 5.0 °C, between 2.4 °C and 7.6 °C')
  expect(text).toContain('Your reading is 1.2 °C colder than forecast. It is within the range.')
  expect(text).toContain('changes no forecast')
  expect(headers.get('cache-control')).toBe('private, no-store')
  const turkish = await enter({ degrees: 'eksi 3,0' }, 'tr')
  expect(turkish.text).toContain('Ölçümünüz tahminden 8,0 °C daha soğuk. Tahmin aralığının dışında.')
  await fetch(`${app.origin}/en/place/malatya`)
  expect((await enter({ degrees: '1', when: 'now' })).text).toMatch(/The forecast for this hour is \S+ °C\. /)
  expect(await store.record.sensors(null, 9)).toEqual([])
})

it('guesses no number: a lost minus is asked about, a mistake is one sentence and the form with what was typed', async () => {
  for (const [degrees, sentence] of [
    ['abc', '“abc” is not a temperature. Write it as −2.3.'],
    ['', 'Enter what the thermometer showed'],
    ['200', '200 is not a temperature of air or plants.'],
    ['<b>', '“&lt;b&gt;” is not a temperature.']
  ] as const) {
    const { status, main } = await enter({ degrees })
    expect(status).toBe(422)
    expect(main).toContain(sentence)
    expect(main).toMatch(/name="degrees"[^>]*aria-invalid="true"/)
  }
  const { status, text } = await enter({ degrees: '1', place: 'malatyaa' })
  expect([status, text.includes('“malatyaa” is not a place')]).toEqual([422, true])
  for (const point of await placesNamed(['van'])) {
    const at = { ...point, synthetic: true }
    await issuePastNights(store, at, datesBefore('2026-04-12'))
  }
  expect((await enter({ degrees: '28', unit: 'F' })).text).toContain('You read −2.2 °C')
  expect((await enter({ degrees: '6', place: '10.000,20.000' })).text).toContain(
    'No forecast of that is stored'
  )
})

it('becomes a reading of the owner of an alert, and of no one else', async () => {
  const { id, manage } = await subscribe({ location: 'malatya' })
  const { text } = await enter({ degrees: '3.8', place: '', token: manage.token })
  expect(text).toContain('It is stored as a reading of your field.')
  expect(await store.record.sensors(null, 9)).toMatchObject([
    { owner: id, isOperators: false, kind: 'air_2m', station: 'by hand' }
  ])
  expect(await nightsStored()).toMatchObject([{ date: '2026-04-11', minimumC: 3.8 }])
  // The same again changes nothing, another number replaces it.
  await enter({ degrees: '3.8', place: '', token: manage.token })
  await enter({ degrees: '3.5', place: '', token: manage.token })
  expect(await nightsStored()).toMatchObject([{ minimumC: 3.5 }])
  const wild = await enter({ degrees: '-30', place: '', token: manage.token })
  expect([wild.status, wild.text.includes('nothing was stored')]).toEqual([422, true])
  expect(await nightsStored()).toMatchObject([{ minimumC: 3.5 }])
  // Another place is not the owner's to speak of by this token.
  await enter({ degrees: '3', place: 'van', token: manage.token })
  expect(await store.record.sensors(null, 9)).toHaveLength(1)
  // It is one whose readings count, and no more once the alert has ended.
  expect(await store.record.intakeOwners()).toEqual([id])
  await fetch(`${app.api}/alerts/subscriptions/${id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${manage.token}` }
  })
  expect(await store.record.intakeOwners()).toEqual([])
})

it('becomes a reading of the field of the token in the address of its page', async () => {
  const { id } = await subscribe({ lat: 38.412, lon: 38.201, elevation: 980 })
  const field = tokenFor(await serverKeys(store.secrets, now), 'field', id)
  const page = await (await fetch(`${app.origin}/en/field/${field}`)).text()
  expect(page).toContain(`<input type="hidden" name="place" value="${field}">`)
  const { text, main } = await enter({ degrees: '-1', place: field, when: 'now' })
  expect(text).toContain('It is stored as a reading of your field.')
  expect(main).toContain(`/en/field/${field}`)
  const [sensor] = await store.record.sensors(null, 9)
  expect(sensor).toMatchObject({ owner: id, point: { lat: 38.412, lon: 38.201, elevation: 980 } })
  expect(await store.record.readings(sensor?.seq ?? 0, now - hourMs, now + hourMs)).toMatchObject([
    { temperatureC: -1 }
  ])
})

it('by a key is of the place that is typed', async () => {
  await enter({ degrees: '3', place: 'malatya', token: 'key of grower' })
  expect(await store.record.sensors(null, 9)).toMatchObject([{ owner: 'grower' }])
  const other = await enter({ degrees: '3', place: 'malatya', token: 'no such key' })
  expect(other.text).toContain('changes no forecast')
  expect(await store.record.sensors(null, 9)).toHaveLength(1)
})

it('at dawn means the night that is ending', async () => {
  now = Date.parse('2026-04-11T02:40:00Z')
  expect((await enter({ degrees: '3.8' })).text).toContain('night of 10–11 April')
  now = Date.parse('2026-04-10T22:00:00Z')
  expect((await enter({ degrees: '3.8' })).text).toContain('night of 9–10 April')
})
