/**
 * Days, nights and slots as clocks on walls have them: 23 and 25 hours, halves of hours, polar days, and the date line.
 */
import { afterEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { metaOf, noticesOf, openStage, type Stage } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

interface Day {
  readonly date: string
  readonly hours: number
  readonly hours_available: number
  readonly partial: boolean
  readonly sunrise: string | null
  readonly sunset: string | null
  readonly temperature_min_at: string
}

interface Slot {
  readonly from: string
  readonly to: string
  readonly hours_available: number
  readonly partial: boolean
  readonly is_day: boolean
}

async function openAt(at: string, environment = { SOURCES: 'open-meteo' }): Promise<void> {
  stage = await openStage({ at: Date.parse(at), environment })
}

async function days(where: string, count: number): Promise<readonly Day[]> {
  return ((await stage.client.ask(`/weather?${where}&days=${count}`)).json as { daily: readonly Day[] }).daily
}

async function slots(where: string, count: number): Promise<readonly Slot[]> {
  return (
    (await stage.client.ask(`/weather/hourly?${where}&slots=${count}`)).json as { slots: readonly Slot[] }
  ).slots
}

/** Every slot is three elapsed hours and begins where the one before ended. */
function expectUnbroken(rows: readonly Slot[]): void {
  rows.forEach((row, index) => {
    expect(Date.parse(row.to) - Date.parse(row.from)).toBe(3 * hourMs)
    if (index > 0) expect(row.from).toBe(rows[index - 1]?.to)
    expect(row).toMatchObject({ hours_available: 3, partial: false })
  })
}

const clockOf = (instant: string): string => instant.slice(11)

it('tells a day of 23 hours in spring, with its slots at 01, 04 … afterwards', async () => {
  await openAt('2026-03-28T12:00:00Z')
  const berlin = 'lat=52.52&lon=13.405'
  const rows = await days(berlin, 3)
  expect(rows.map(({ date, hours, hours_available }) => [date, hours, hours_available])).toEqual([
    ['2026-03-28', 24, 24],
    ['2026-03-29', 23, 23],
    ['2026-03-30', 24, 24]
  ])
  expect(rows[0]?.sunrise).toContain('+01:00')
  expect(rows[1]?.sunrise).toContain('+02:00')
  const list = await slots(berlin, 10)
  expectUnbroken(list)
  expect(list.map(({ from }) => clockOf(from))).toEqual([
    '12:00:00+01:00',
    '15:00:00+01:00',
    '18:00:00+01:00',
    '21:00:00+01:00',
    '00:00:00+01:00',
    '04:00:00+02:00',
    '07:00:00+02:00',
    '10:00:00+02:00',
    '13:00:00+02:00',
    '16:00:00+02:00'
  ])
})

it('tells a day of 25 hours in autumn, with its slots at 23, 02 … afterwards', async () => {
  await openAt('2026-10-24T21:30:00Z')
  const berlin = 'lat=52.52&lon=13.405'
  const rows = await days(berlin, 3)
  expect(rows.map(({ hours, hours_available }) => [hours, hours_available])).toEqual([
    [24, 24],
    [25, 25],
    [24, 24]
  ])
  const list = await slots(berlin, 4)
  expectUnbroken(list)
  expect(list.map(({ from }) => clockOf(from))).toEqual([
    '21:00:00+02:00',
    '00:00:00+02:00',
    '02:00:00+01:00',
    '05:00:00+01:00'
  ])
  const risk = await stage.client.ask(`/weather/frost-risk?${berlin}&days=3`)
  const { nights } = risk.json as { nights: readonly { date: string }[] }
  expect(nights.map(({ date }) => date)).toEqual(['2026-10-25', '2026-10-26', '2026-10-27'])
})

it.each([
  ['Kathmandu', 'lat=27.7&lon=85.3', '+05:45', [24, 24, 24]],
  ['Adelaide', 'lat=-34.93&lon=138.6', '+09:30', [24, 25, 24]],
  ['the Chatham Islands', 'lat=-43.95&lon=-176.55', '+12:45', [25, 24, 24]],
  ['Lord Howe, whose clocks change by half an hour', 'lat=-31.55&lon=159.08', '+10:30', [24, 24.5, 24]]
])('keeps days and slots of %s whole', async (_name, where, offset, lengths) => {
  await openAt('2026-04-04T11:00:00Z')
  const rows = await days(where, 3)
  expect(rows.map(({ hours }) => hours)).toEqual(lengths)
  for (const row of rows) {
    expect(row.partial).toBe(false)
    expect(Math.abs(row.hours_available - row.hours)).toBeLessThanOrEqual(0.5)
  }
  expect(rows[2]?.sunrise).toContain(offset)
  expectUnbroken(await slots(where, 16))
})

it('has no sunrise in polar night and none in polar day, and knows which of the two it is', async () => {
  const longyearbyen = 'lat=78.22&lon=15.65'
  await openAt('2026-12-20T11:00:00Z')
  for (const row of await days(longyearbyen, 3))
    expect(row).toMatchObject({ sunrise: null, sunset: null, hours: 24 })
  expect((await slots(longyearbyen, 8)).map((slot) => slot.is_day)).toEqual(Array(8).fill(false))
  const frost = await stage.client.ask(`/weather/frost-risk?${longyearbyen}&days=3`)
  expect((frost.json as { nights: readonly unknown[] }).nights).toHaveLength(3)
  await stage.close()
  await openAt('2026-06-20T23:00:00Z')
  for (const row of await days(longyearbyen, 3)) expect(row).toMatchObject({ sunrise: null, sunset: null })
  expect((await slots(longyearbyen, 8)).map((slot) => slot.is_day)).toEqual(Array(8).fill(true))
})

it('has different dates on both sides of the date line, and one on it', async () => {
  await openAt('2026-04-11T10:30:00Z')
  const first = async (where: string): Promise<string | undefined> => (await days(where, 1))[0]?.date
  expect(await first('lat=1.87&lon=-157.43')).toBe('2026-04-12')
  expect(await first('lat=-14.28&lon=-170.7')).toBe('2026-04-10')
  expect(await first('lat=0&lon=179.9')).toBe('2026-04-11')
  expect(await first('lat=0&lon=180')).toBe(await first('lat=0&lon=-180'))
  expect(await first('lat=90&lon=0')).toBe('2026-04-11')
})

it('gives what there is where a source reaches less far than was asked, and says so', async () => {
  await openAt('2026-04-11T22:20:00Z', { SOURCES: 'openweathermap' })
  const where = 'lat=38.5&lon=38.5'
  const whole = await stage.client.ask(`/weather?${where}&days=4`)
  expect(noticesOf(whole)).not.toContain('horizon_truncated')
  const answer = await stage.client.ask(`/weather?${where}&days=16&lang=tr`)
  expect(noticesOf(answer)).toContain('horizon_truncated')
  const { daily } = answer.json as { daily: readonly Day[] }
  expect(daily.map(({ date }) => date).at(-1)).toBe('2026-04-17')
  expect(daily.at(-1)?.partial).toBe(true)
  const risk = await stage.client.ask(`/weather/frost-risk?${where}&days=16`)
  const { nights, frost_risk } = risk.json as {
    nights: readonly { hours: number; hours_available: number; level: string; score: number | null }[]
    frost_risk: { horizon_days: number }
  }
  expect(frost_risk.horizon_days).toBe(nights.length)
  expect(nights.at(-1)).toMatchObject({ level: 'unknown', score: null })
  expect(noticesOf(risk)).toContain('horizon_truncated')
})

it('counts the 3-hour slots, not days, that the source does not reach', async () => {
  await openAt('2026-04-11T22:20:00Z', { SOURCES: 'openweathermap' })
  const question = '/weather/hourly?lat=38.5&lon=38.5&slots=40'
  expect(noticesOf(await stage.client.ask(question))).not.toContain('horizon_truncated')
  await stage.upstream.fail({ kind: 'refused' })
  stage.clock.move(9 * hourMs)
  const answer = await stage.client.ask(question)
  const { slots } = answer.json as { slots: readonly unknown[] }
  expect(slots).toHaveLength(38)
  const reported = metaOf(answer).notices.find(({ code }) => code === 'horizon_truncated')
  expect(reported?.message).toBe('The source forecasts 38 3-hour slots of the 40 asked for.')
})
