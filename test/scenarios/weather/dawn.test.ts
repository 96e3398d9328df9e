/** A night lasts until it does no more harm and its sprinklers may be stopped: in every answer alike. */
import { afterEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { openStage, type Stage } from './harness.ts'

let stage: Stage
afterEach(() => stage.close())

const planted = 'location=malatya&crop=apricot&stage=full-bloom'

interface Night {
  readonly date: string
  readonly plant_temperature_min: number
}
interface Answers {
  readonly night: {
    readonly date: string
    readonly night: Night
    readonly protection: { readonly sprinkler: { readonly stop_at: string; readonly advice: string } } | null
  }
  readonly tonight: Night
  readonly widget: { readonly date: string; readonly headline: string }
  readonly page: string
}

async function ask<Answer>(target: string): Promise<Answer> {
  const { status, json, body } = await stage.client.ask(target)
  expect(status, body.toString()).toBe(200)
  return json as Answer
}

async function everything(): Promise<Answers> {
  const risk = await ask<{ frost_risk: { tonight: Night } }>(`/weather/frost-risk?${planted}`)
  const widget = await ask<{ tonight: Answers['widget'] }>('/weather/widget-data?location=malatya')
  const page = await fetch(`${stage.app.origin}/en/place/malatya?crop=apricot&stage=full-bloom`)
  return {
    night: await ask<Answers['night']>(`/weather/night?${planted}`),
    tonight: risk.frost_risk.tonight,
    widget: widget.tonight,
    page: await page.text()
  }
}

/** The night that a new alert is about, and the title of its first message. */
async function newAlert(): Promise<{ readonly date: string | null; readonly title: string }> {
  const body = { location: 'malatya', channel: 'feed', threshold: 1, lang: 'en' }
  const { channel_url, evaluation } = (await post(stage.client, '/alerts/subscribe', body)).json as Subscribed
  const feed = stage.app.origin + new URL(channel_url ?? '').pathname
  const titles = async () => [
    ...(await (await fetch(feed)).text()).matchAll(/<entry>.*?<title[^>]*>(.*?)<\/title>/gs)
  ]
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(0)
  return { date: evaluation.worst_date, title: (await titles())[0]?.[1] ?? '' }
}

/** To a time of the clock in Türkiye. */
function moveTo(time: string): void {
  stage.clock.move(Date.parse(`${time}+03:00`) - stage.clock.read())
}

it('has the hour to stop at after sunrise, and is the last night in words, the coming one tonight', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather((place, hour) => {
    const isMorning = hour >= Date.UTC(2026, 3, 12, 5) / hourMs && hour < Date.UTC(2026, 3, 12, 15) / hourMs
    return shifted(clearNights, isMorning ? 8 : -1)(place, hour)
  })
  const dark = await everything()
  expect(dark.night.date).toBe('2026-04-12')
  const stopAt = Date.parse(dark.night.protection?.sprinkler.stop_at ?? '')
  moveTo('2026-04-12T07:05')
  expect(stopAt).toBeGreaterThan(stage.clock.read())
  const dawn = await everything()
  expect(dawn.tonight).toEqual(dawn.night.night)
  expect(dawn.tonight).toMatchObject({
    date: '2026-04-12',
    plant_temperature_min: dark.tonight.plant_temperature_min
  })
  expect(dawn.night.protection?.sprinkler.advice).toContain('Stop when the wet bulb is above 0')
  expect(dawn.widget.date).toBe('2026-04-12')
  expect(dawn.page).toMatch(/<p class="last-night">Last night .*Stop when the wet bulb is above 0/)
  // Two nights must not both be called tonight in words.
  expect(dawn.widget.headline).toContain('last night')
  expect(dawn.page).toMatch(/<p class="headline">Tonight from /)
  expect(await newAlert()).toEqual({
    ...{ date: '2026-04-13', title: expect.stringMatching(/^Tonight plants /) }
  })

  stage.clock.move(stopAt + hourMs - stage.clock.read())
  const after = await everything()
  expect([after.night.date, after.tonight.date]).toEqual(['2026-04-13', '2026-04-13'])
  expect(after.widget.headline).toContain('tonight')
  expect((await newAlert()).title).toMatch(/^Tonight plants /)
  expect(after.page).toMatch(/<p class="headline">Tonight from /)
})

it('is over with its dark hours where it does no harm', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(shifted(clearNights, 8))
  expect((await everything()).night.date).toBe('2026-04-12')
  moveTo('2026-04-12T07:05')
  expect((await everything()).night.date).toBe('2026-04-13')
})

it('gives no advice without a crop', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const night = await ask<Answers['night']>('/weather/night?location=malatya')
  expect(night.protection).toBeNull()
  const page = await fetch(`${stage.app.origin}/tr/yer/malatya`)
  const html = await page.text()
  expect(html).toContain('<a href="#crops">Önce ürününüzü ve dönemini seçin</a>')
  expect(html).not.toContain('hemen başlayın')
})

it('a widget names the last hour to prepare until it is past', async () => {
  stage = await openStage({ at: Date.UTC(2026, 3, 11, 16), environment: { SOURCES: 'open-meteo' } })
  stage.upstream.setWeather(shifted(clearNights, -1))
  const address = `${stage.app.origin}/en/widget/malatya?crop=apricot&stage=full-bloom`
  const widget = async () => (await fetch(address)).text()
  expect(await widget()).toMatch(/prepare by <b>2\d:00<\/b>/)
  moveTo('2026-04-12T00:05')
  expect((await widget()).includes('class="prepare"')).toBe(false)
})
