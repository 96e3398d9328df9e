/** First and last frosts of fields: fetched where one is watched, and no answer says where that is. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { patience } from '../../patience.ts'
import { openStage, type Stage, settle } from './harness.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' }, roundsOnClock: true })
  await settle(stage)
})
afterAll(() => stage.close())

const field = { lat: 39.123, lon: 37.456 }
const cell = { latitude: '39.1', longitude: '37.5' }

async function frostDates(
  { lat, lon }: typeof field,
  headers: Readonly<Record<string, string>> = {}
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${stage.app.api}/frost-dates?lat=${lat}&lon=${lon}`, { headers })
  const { location, ...rest } = (await answer.json()) as Readonly<Record<string, unknown>>
  expect(location).toMatchObject({ lat, lon })
  return rest
}

const yearsOfField = () =>
  stage.upstream.requests.filter(
    ({ path, query }) =>
      path === '/v1/archive' &&
      query.get('latitude') === cell.latitude &&
      query.get('longitude') === cell.longitude
  )

it('are fetched for a watched field without being asked for, and the answer stays that of any other point', async () => {
  const before = await frostDates(field)
  expect(before).toMatchObject({ frost_dates: null, reason: 'not_fetched', years_fetched: 0 })
  // What strangers ask about is not fetched.
  await stage.clock.rests('archive')
  stage.clock.move(hourMs)
  await stage.clock.rests('archive')
  expect(yearsOfField()).toEqual([])
  const subscription = { ...field, channel: 'feed', threshold_temperature: -2 }
  const answer = await fetch(`${stage.app.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription)
  })
  expect(answer.status).toBe(201)
  stage.clock.move(hourMs)
  await vi.waitFor(() => expect(yearsOfField().length).toBeGreaterThan(0), patience)
  await vi.waitFor(() => expect(yearsOfField().length).toBe(30), patience)
  await stage.clock.rests('archive')
  stage.clock.move(2 * minuteMs)
  expect(await frostDates(field)).toEqual(before)
  expect(await frostDates({ lat: 39.321, lon: 37.789 })).toEqual(before)
  const { manage } = (await answer.json()) as { manage: { token: string } }
  const own = await frostDates(field, { authorization: `Bearer ${manage.token}` })
  expect(own['frost_dates']).not.toBeNull()
})
