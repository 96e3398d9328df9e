/** The nights of a calendar are those of JSON, and a night that is taken back is cancelled under its own id. */
import { expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { startApp } from '../../app.ts'
import { openStage } from '../../scenarios/weather/harness.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openClient } from '../http/client.ts'
import { bothForms, compareCalendars } from './compare-calendars.ts'

it('the nights of a calendar are those of JSON', async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=6000/60' }
  const app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  const client = await openClient(app.origin)
  try {
    const { wrong, numbers } = await compareCalendars(client, 24)
    expect(wrong).toEqual([])
    expect(numbers).toBeGreaterThan(300)
    const again = await bothForms(client, 'location=malatya', 60)
    const once = await bothForms(client, 'location=malatya', 60)
    expect(once.answer.body).toEqual(again.answer.body)
    expect(once.answer.headers['etag']).toBe(again.answer.headers['etag'])
    expect(once.answer.headers['content-disposition']).toBe(
      'attachment; filename="ayaz-weather-frost-risk-malatya.ics"'
    )
  } finally {
    await client.close()
    await app.close()
  }
})

it.each([
  ['/weather/frost-risk?location=malatya&threshold=50', 'threshold'],
  ['/weather/frost-risk?location=malatya&format=csv&threshold=50', 'threshold'],
  ['/weather/frost-risk?location=malatya&format=ics&threshold=0.5', 'threshold'],
  ['/weather/frost-risk?location=malatya&format=ics&threshold=101', 'threshold'],
  ['/weather/frost-risk?location=malatya&format=ical', 'format'],
  ['/weather/frost-risk?location=malatya&crop=olive&stage=flowering&format=ics', 'stage'],
  ['/weather?location=malatya&format=ics', 'format'],
  ['/weather/frost-risk/places?locations=malatya&format=ics', 'format'],
  ['/weather/frost-risk/places?locations=malatya&threshold=50', 'threshold']
])('%s is refused with %s named', async (target, parameter) => {
  const app = await startApp({ environment: { SOURCES: 'demo' }, clock: () => Date.UTC(2026, 3, 11, 17) })
  const client = await openClient(app.origin)
  try {
    const { status, json } = await client.ask(target)
    expect(status).toBe(400)
    expect((json as { errors: { parameter: string }[] }).errors.map((one) => one.parameter)).toEqual([
      parameter
    ])
  } finally {
    await client.close()
    await app.close()
  }
})

it('a night that no longer reaches the threshold is cancelled under its id, with a higher number', async () => {
  const stage = await openStage({ at: Date.UTC(2026, 3, 11, 8), environment: { SOURCES: 'open-meteo' } })
  try {
    stage.upstream.setWeather(shifted(clearNights, -4))
    const ask = () => bothForms(stage.client, 'location=malatya&lang=tr', 97)
    const before = await ask()
    const raised = before.nights.filter(({ status }) => status === 'CONFIRMED')
    expect(raised.length).toBeGreaterThan(0)
    expect(raised[0]?.title).toMatch(/^Malatya: .* riski \(\d+\)$/)
    expect(raised[0]?.lines).toContain('Hava verileri: Open-Meteo.com (CC BY 4.0)')
    // Two runs agree before it is believed.
    for (const hours of [7, 7, 7]) {
      stage.upstream.setWeather(shifted(clearNights, -0.5))
      stage.clock.move(hours * hourMs)
      await ask()
    }
    const after = await ask()
    const taken = after.nights.filter(({ status }) => status === 'CANCELLED')
    const same = taken.flatMap((one) => {
      const earlier = raised.find(({ uid }) => uid === one.uid)
      return earlier === undefined ? [] : [{ one, earlier }]
    })
    expect(same.length).toBeGreaterThan(0)
    for (const { one, earlier } of same) {
      expect(one.sequence).toBeGreaterThan(earlier.sequence)
      expect(one.stamp > earlier.stamp).toBe(true)
      expect(one.title).toBe(`Geri alındı: ${one.title.replace('Geri alındı: ', '')}`)
    }
  } finally {
    await stage.close()
  }
})
