/** A grower hangs a thermometer into an apricot tree, and it measures what was forecast for the tree. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { openStage, type Stage, settle } from '../weather/harness.ts'

const key = 'operator-key'
const noon = Date.UTC(2026, 2, 20, 12)

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ at: noon })
  await settle(stage)
  const store = await openStore({ ...stage.app.data, now: noon })
  const hash = createHash('sha256').update(key).digest('hex')
  await store.apiKeys.add({ id: 'own', hash, tier: 'free', label: 'own', operator: true, createdAt: noon })
  await store.close()
})
afterEach(() => stage.close())

interface Tonight {
  readonly date: string
  readonly air: number
  readonly plant: number
  readonly damage: number | null
}

/** Tonight for apricot in full bloom, and whether it is a risk day. */
async function tonight(where = 'location=malatya'): Promise<Tonight> {
  const { body } = await get(`/weather/frost-risk?${where}&crop=apricot&stage=full-bloom`)
  const [night] = body.nights
  const risk = body.risk_days.find(({ date }) => date === night?.date)
  return {
    date: night?.date ?? '',
    air: night?.temperature_min ?? Number.NaN,
    plant: night?.plant_temperature_min ?? Number.NaN,
    damage: risk?.expected_damage_percent ?? null
  }
}

interface FrostRisk {
  readonly nights: readonly {
    readonly date: string
    readonly temperature_min: number
    readonly plant_temperature_min: number
  }[]
  readonly risk_days: readonly { readonly date: string; readonly expected_damage_percent: number }[]
}

async function get(path: string): Promise<{ readonly body: FrostRisk }> {
  const response = await fetch(`${stage.app.api}${path}`)
  expect(response.status).toBe(200)
  return { body: (await response.json()) as FrostRisk }
}

async function send(row: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${stage.app.api}/observations`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(row)
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

/** Twenty-five nights, each forecast, measured in the tree as forecast, and sent in. */
async function season(exposure: object): Promise<void> {
  for (let night = 0; night < 25; night++) {
    const { date, plant } = await tonight()
    stage.clock.move(24 * hourMs)
    const row = { location: 'malatya', date, kind: 'plant', ...exposure, minimum: plant }
    expect(await send(row)).toMatchObject({ stored: 1, refused: 0 })
  }
}

it('the risk day of apricot in full bloom stays after 25 readings in its canopy', async () => {
  await season({ exposure: 'canopy' })
  const learned = await tonight()
  // Out of reach, with the same sun and the same weather.
  const elsewhere = await tonight('lat=38.42&lon=38.312')
  expect(elsewhere.damage).toBeGreaterThan(20)
  expect(learned.damage).not.toBeNull()
  expect(Math.abs((learned.damage ?? 0) - (elsewhere.damage ?? 0))).toBeLessThan(1.5)
  expect(learned.air).toBe(elsewhere.air)
  expect(Math.abs(learned.plant - elsewhere.plant)).toBeLessThan(0.11)
  const { body } = await verification()
  expect(body).toMatchObject({ learned: { nights: 25, bias: 0 } })
  expect(Math.abs(body.learned.plant_bias)).toBeLessThan(0.05)
})

it('nothing is learned where the exposure is not known, and the sensor says so', async () => {
  await season({})
  const { body } = await verification()
  expect(body).toMatchObject({ learned: null, verification: { observed_nights: 0 } })
  const sensors = await (await fetch(`${stage.app.api}/sensors`, { headers: { 'X-API-Key': key } })).json()
  expect(sensors).toMatchObject({
    sensors: [{ kind: 'plant', exposure: null, notices: [{ code: 'exposure_unknown' }], nights_compared: 0 }]
  })
})

async function verification() {
  const response = await fetch(`${stage.app.api}/verification?location=malatya&kind=plant`)
  return { body: (await response.json()) as { readonly learned: { readonly plant_bias: number } } }
}
