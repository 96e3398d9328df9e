/**
 * API, pages, widget, command line and messages say the same of a night and of the age of its data, whatever the
 * forecast and the crop.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compose } from '../../../src/alerts/compose.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { StoredRun } from '../../../src/alerts/outbox-ports.ts'
import { watchedForecasts } from '../../../src/alerts/watching/watched-forecasts.ts'
import { renderAlert } from '../../../src/alerts/words/render-alert.ts'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { openWeather, type Weather } from '../../../src/app/weather.ts'
import { webhookBody } from '../../../src/channels/webhook/bodies.ts'
import { frostTable } from '../../../src/cli/frost.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { reportOf } from '../../../src/forecasts/report/report.ts'
import { stepOf } from '../../../src/forecasts/snapshot.ts'
import { nearestProfile } from '../../../src/frost/scoring-profile.ts'
import type { presentForecast } from '../../../src/http/weather/forecast.ts'
import type { FrostRiskBody } from '../../../src/http/weather/frost-risk.schema.ts'
import type { presentWidgetData } from '../../../src/http/weather/widget-data.ts'
import { cropAndStageLabel } from '../../../src/language/crop-names.ts'
import { levelLabel, riskLabel } from '../../../src/language/frost-words.ts'
import { wordsIn } from '../../../src/language/language.ts'
import { formatNumber, formatScore } from '../../../src/language/numbers.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { noFields } from '../../no-fields.ts'
import type { WeatherAt } from '../../upstream/weather.ts'
import { openStage, type Stage, settle, springNight } from './harness.ts'

type WidgetDataBody = ReturnType<typeof presentWidgetData>

const places = 300

/** A number 0 ≤ x < 1 that is always the same for the same three. */
function seededRandom(one: number, other: number, third: number): number {
  const wave = Math.sin(one * 12.9898 + other * 78.233 + third * 37.719) * 43_758.5453
  return wave - Math.floor(wave)
}

const tenths = (value: number): number => Math.round(value * 10) / 10
const hundredths = (value: number): number => Math.round(value * 100) / 100

/** Mild to hard nights, clear to cloudy, calm to windy: each place its own. */
const generated: WeatherAt = ({ lat, lon }, hour) => {
  const own = (third: number): number => seededRandom(lat, lon, third)
  const phase = Math.sin((2 * Math.PI * (((hour + lon / 15) % 24) - 9)) / 24)
  const temperatureC = -7 + 16 * own(1) + (2 + 7 * own(2)) * phase + seededRandom(lat, hour, 3)
  return {
    temperatureC: hundredths(temperatureC),
    dewPointC: hundredths(temperatureC - 8 * seededRandom(lon, hour >> 3, 4)),
    humidityPercent: Math.round(40 + 55 * seededRandom(lat, hour, 5)),
    cloudPercent: Math.round(100 * seededRandom(lat, hour >> 2, 6) * own(7)),
    windMps: tenths(6 * own(8) * seededRandom(lon, hour, 9)),
    gustMps: tenths(6 + 6 * seededRandom(lat, hour, 10)),
    windDirection: Math.floor(360 * seededRandom(lat, hour, 11)),
    precipitationMm: 0,
    pressureHpa: tenths(990 + 40 * own(12)),
    visibilityM: 24_000,
    weatherCode: 2
  }
}

const plantings = [
  { crop: null, stage: null, exposure: null },
  { crop: 'apricot', stage: 'full-bloom', exposure: null },
  { crop: 'apple', stage: 'first-pink', exposure: 'ground' },
  { crop: 'sweet-cherry', stage: 'full-bloom', exposure: 'vine' },
  { crop: null, stage: null, exposure: 'canopy' }
] as const
type Planting = (typeof plantings)[number]

let stage: Stage
let weather: Weather
let slugs: readonly string[]
beforeAll(async () => {
  stage = await openStage({
    environment: { SOURCES: 'open-meteo', PAGES_PER_MINUTE: '100000', TRUST_PROXY: 'loopback' }
  })
  stage.upstream.setWeather(generated)
  await settle(stage)
  // As the command line opens it: over the same database.
  const environment = { ...stage.upstream.environment, SOURCES: 'open-meteo', DATA_DIR: stage.app.dataDir }
  weather = await openWeather(readConfiguration(environment), {
    clock: stage.clock.read,
    random: () => 0.5,
    report: () => undefined
  })
  const found = [...'abcdefghijklmnopqrstuvyz'].flatMap((letter) => weather.gazetteer.search(letter, 50))
  slugs = [...new Set(found.map(({ slug }) => slug))].slice(0, places)
})
afterAll(async () => {
  await weather.close()
  await stage.close()
})

async function bodyOf<Body>(path: string): Promise<Body> {
  const answer = await fetch(stage.app.api + path)
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Body
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(stage.app.origin + path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

const first = (text: string, pattern: RegExp): string | null =>
  pattern.exec(text)?.[1]?.replace(/<[^>]*>/g, '') ?? null
/** The column of minima of the week's table. */
const minimaOf = (week: string): readonly (string | undefined)[] =>
  [...week.matchAll(/<tr[^>]*><th scope="row">.*?<b>(.*?)<\/b>/gs)].map(([, minimum]) => minimum)
const queryOf = (planting: Planting): string =>
  new URLSearchParams(
    Object.entries(planting).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  ).toString()

/** The command line's table: the line of tonight, the crop's line and the line of the data. */
async function tableOf(slug: string, planting: Planting): Promise<readonly string[]> {
  const place = weather.gazetteer.bySlug(slug)
  const point = place === null ? null : pointOf(place)
  const forecast = point === null ? null : await weather.forecasts.latest(point)
  if (place === null || point === null || forecast === null) throw new Error(`nothing is stored for ${slug}`)
  const question = { point, place, profile: nearestProfile(planting).profile, nights: 7 }
  const { at } = stepOf(forecast, stage.clock.read())
  return frostTable(reportOf(question, forecast, { at }), { units: 'metric', lang: 'en' }).split('\n')
}

/** The test message of a subscription, which names tonight whether it is raised or not, and its webhook. */
async function messageOf(slug: string, planting: Planting) {
  const place = weather.gazetteer.bySlug(slug)
  const { forecasts } = weather
  const alertForecasts = watchedForecasts({ forecasts, clock: stage.clock.read })
  // As a subscription stores it: by the slugs of the table.
  const { crop, stage: cropStage } = nearestProfile(planting).profile
  const profile = { crop: crop ?? 'generic', stage: cropStage, exposure: planting.exposure }
  const forecast = place === null ? null : await alertForecasts.stored(place, profile)
  if (place === null || forecast === null) throw new Error(`nothing is stored for ${slug}`)
  // As it comes back from the database.
  const run: StoredRun = { ...JSON.parse(JSON.stringify(forecast)), seq: 1 }
  const [tonight] = run.nights
  const message: AlertMessage = compose(
    {
      siteUrl: stage.app.origin,
      keys: { derive: () => new Uint8Array(32), hash: (text) => text },
      places: { find: () => place, suggest: () => [], homonyms: () => [], ...noFields }
    },
    {
      subscription: {
        ...{ seq: 1, id: 'sub_1', state: 'active', preview: false, location: slug, channel: 'webhook' },
        ...{ threshold: 60, language: 'en', label: null, labelIsOwn: true, ...profile },
        ...{ destination: null, rateLimitKey: null, confirmUntil: null, lastSentAt: null },
        secret: { number: 0, changedAt: null }
      },
      stageIsOld: false,
      message: {
        ...{ messageId: 'msg_1', kind: 'test', runSeq: 1, counted: false, endsDataGap: false },
        nights: [{ date: tonight?.date ?? '', standing: 'seen' }],
        madeAt: stage.clock.read()
      },
      run
    }
  )
  return { message, data: JSON.parse(webhookBody(message, 'msg_1')).data }
}

/** They end with the last hour; cold that may hold on at noon neither begins nor ends there. */
function spansOf(from: string, to: string): readonly string[] {
  const { until, after, dayAndNight } = wordsIn('en').alerts
  const isNoon = (at: string) => ['11', '12', '13', '14'].includes(at.slice(11, 13))
  const end = `${String((Number(to.slice(11, 13)) + 1) % 24).padStart(2, '0')}${to.slice(13, 16)}`
  const at = stage.clock.read()
  const isOn = Date.parse(from) <= at && at < Date.parse(to) + 3_600_000
  return [
    ...(isOn ? [] : [`${from.slice(11, 16)}–${end}`]),
    ...(isOn || isNoon(from) ? [until(end)] : []),
    ...(isNoon(to) ? [after(from.slice(11, 16))] : []),
    ...((isOn || isNoon(from)) && isNoon(to) ? [dayAndNight] : [])
  ]
}

const degrees = (value: number | null) => `${formatNumber(value, 1, 'en')}\u00a0°C`

/** The scores of the nights side by side on the page of a place. */
const stripOf = (page: string): readonly (string | undefined)[] =>
  [...page.matchAll(/<p class="what">.*?<b>(.*?)<\/b>/gs)].map(([, score]) => score)

const byScore = (one: string | undefined, other: string | undefined) => Number(other) - Number(one)

/** The score that the subscribe form answers with; each visitor has an address of their own. */
async function subscribedScore(slug: string, planting: Planting, visitor: number): Promise<string | null> {
  const form = new URLSearchParams(queryOf(planting))
  for (const [name, value] of Object.entries({ location: slug, channel: 'feed', threshold: '60' })) {
    form.set(name, value)
  }
  const answer = await fetch(`${stage.app.origin}/en/subscribe`, {
    ...{ method: 'POST', body: form },
    headers: { 'X-Forwarded-For': `203.0.113.${visitor}` }
  })
  expect(answer.status, slug).toBe(200)
  return first(await answer.text(), /highest score of a night in the next three days is ([\d.]+)/)
}

/** What the widget shows of its night, which in the morning is the coming one, as on the page. */
function widgetNight(widget: string) {
  // Where air and plants have one minimum, it stands there alone.
  const plants = first(widget, /<p class="degree"><b>(.*?)<\/b>/s)
  return {
    date: first(widget, /<time[^>]*datetime="(.*?)">/),
    level: first(widget, /<b class="risk">(.*?)<\/b>/s),
    score: first(widget, /<span class="score"><b>(.*?)<\/b>/s),
    minimum: first(widget, /<b class="air">(.*?)<\/b>/s) ?? plants,
    plants,
    hours: first(widget, /<p class="hours">.*?<\/span>(.*?)<\/p>/s)
  }
}

/** The message says what API and page do; returns what it says of the crop, and the hours of the cold. */
async function compareMessage(slug: string, planting: Planting, risk: FrostRiskBody, page: string) {
  const { message, data } = await messageOf(slug, planting)
  const { title, text } = renderAlert(message)
  const [tonight] = risk.nights
  const [night] = data.nights
  const day = risk.risk_days.find(({ date }) => date === tonight?.date)
  expect({
    date: night.date,
    level: night.level,
    score: night.score,
    minimum: night.temperature_min,
    plant: night.plant_temperature_min,
    crop: [data.crop.crop, data.crop.stage],
    age: [data.issued_at, data.confirmed_at],
    synthetic: data.synthetic
  }).toEqual({
    date: tonight?.date,
    level: tonight?.level,
    score: tonight?.score,
    minimum: tonight?.temperature_min,
    plant: tonight?.plant_temperature_min,
    crop: [risk.frost_risk.crop ?? 'generic', risk.frost_risk.stage],
    age: [risk.meta.freshness.issued_at, risk.meta.freshness.confirmed_at],
    synthetic: risk.meta.synthetic
  })
  if (day !== undefined) {
    expect({
      ...{ probability: night.probability.frost, coldest: night.coldest_at, type: night.frost_type },
      ...{ range: night.plant_temperature_min_range, damage: night.expected_damage_percent }
    }).toEqual({
      ...{ probability: day.probability.frost, coldest: day.coldest_at, type: day.frost_type },
      range: { p10: day.plant_temperature_min_range.p10, p90: day.plant_temperature_min_range.p90 },
      damage: day.expected_damage_percent
    })
  }
  const { from, to } = night.frost_hours
  const shown = first(page, /<dt>(?:Frost hours|Hours of harmful cold)<\/dt><dd>(.*?)<\/dd>/s)
  expect(from === null ? ['none expected'] : spansOf(from, to)).toContain(shown)
  const hours = from === null ? '' : shown
  expect(title.includes(`${formatNumber(night.plant_temperature_min, 1, 'en')}\u00a0°C`)).toBe(true)
  expect(/^(?:Frost hours|Hours of harmful cold): (.*)$/m.exec(text)?.[1] ?? '').toBe(hours)
  expect(first(page, /Forecast of (.*?) · checked/)).toBe(/^Forecast from: (.*)$/m.exec(text)?.[1])
  return { crop: /^Crop: (.*)$/m.exec(text)?.[1] ?? null, hours: hours || null }
}

async function compare(slug: string, planting: Planting): Promise<void> {
  const query = queryOf(planting)
  const risk = await bodyOf<FrostRiskBody>(`/weather/frost-risk?location=${slug}&${query}`)
  const light = await bodyOf<WidgetDataBody>(`/weather/widget-data?location=${slug}`)
  const [tonight] = risk.nights
  if (tonight === undefined) throw new Error('there is a night')
  // In the morning the page shows the coming night, unless it is asked for the one that the API calls tonight.
  const page = await pageOf(`/en/place/${slug}?${query}&date=${tonight.date}`)
  const widget = await pageOf(`/en/widget/${slug}`)
  const asked = await pageOf(`/en/widget/${slug}?${query}`)
  const table = await tableOf(slug, planting)
  const ageHours = Number(first(risk.meta.notices[0]?.message ?? '', /checked (\d+) hour/) ?? 0)
  const age = ageHours === 0 ? 'within the hour' : `${ageHours} hour${ageHours === 1 ? '' : 's'} ago`

  expect({
    level: first(page, /<h2 id="tonight">.*?<span>(.*?)<\/span>/s),
    score: first(page, /<p class="score">.*?<b>(.*?)<\/b>/s),
    minimum: first(page, /<dt>Air minimum \(2\u00a0m\)<\/dt><dd>(.*?)<\/dd>/s),
    plant: first(page, /<dt>Plant minimum<\/dt><dd>(.*?)<\/dd>/s),
    chosen: first(page, /<input type="radio" name="stage" value="([a-z0-9-]+)" checked>/),
    age: first(page, /<p class="quiet small credit">.*checked (.*?)<\/p>/s)
  }).toEqual({
    level: riskLabel(tonight.level, 'en', risk.frost_risk.stage !== null),
    score: formatScore(tonight.score, 'en'),
    minimum: degrees(tonight.temperature_min),
    plant: degrees(tonight.plant_temperature_min),
    chosen: risk.frost_risk.stage,
    age
  })

  const message = await compareMessage(slug, planting, risk, page)
  const cells = table[3]?.split(/ {2,}/) ?? []
  const { crop, stage } = risk.frost_risk
  // Crop and stage, in every format.
  const grown = crop === null ? null : cropAndStageLabel(crop, stage, 'en')
  expect({
    page: first(page, /<span class="of-crop">(.*?)<\/span>/),
    widget: first(asked, /<p class="crop">(.*?)<\/p>/),
    table: table[0]?.split(' · ').slice(1, -2).join() || null,
    message: message.crop
  }).toEqual({ page: grown, widget: grown, table: grown, message: grown })
  const framed = widgetNight(asked)
  const night = risk.nights.slice(0, 2).find(({ date }) => date === framed.date)
  expect(framed).toEqual({
    date: night?.date,
    level: riskLabel(night?.level ?? 'unknown', 'en', risk.frost_risk.stage !== null),
    score: formatScore(night?.score ?? null, 'en'),
    minimum: degrees(night?.temperature_min ?? null),
    plants: degrees(night?.plant_temperature_min ?? null),
    hours: night === tonight ? message.hours : framed.hours
  })
  expect({
    score: cells[1],
    level: cells[2],
    minimum: cells[3]?.replace(' ', '\u00a0'),
    age: table.find((line) => line.startsWith('Forecast of'))?.split(', checked ')[1]
  }).toEqual({
    score: formatScore(tonight.score, 'en'),
    level: levelLabel(tonight.level, 'en'),
    minimum: degrees(tonight.temperature_min),
    age: `${age} (${risk.meta.freshness.status})`
  })

  const { from, to } = light.tonight.window
  const shown = widgetNight(widget)
  const isTonight = shown.date === light.tonight.date
  if (isTonight && from !== null && to !== null) expect(spansOf(from, to)).toContain(shown.hours)
  expect(shown.date).toBe(framed.date)
  expect(first(widget, /<span class="whole">Forecast checked (.*?)<\/span>/)).toBe(
    risk.meta.freshness.status === 'fresh' ? null : age
  )
  if (isTonight)
    expect(shown).toEqual({
      date: light.tonight.date,
      level: riskLabel(light.tonight.level, 'en'),
      score: formatScore(light.tonight.score, 'en'),
      minimum: degrees(light.tonight.temperature_min),
      plants: degrees(light.tonight.plant_temperature_min),
      hours: from === null || to === null ? null : shown.hours
    })
  expect(light.meta).toEqual({ ...risk.meta, notices: light.meta.notices })
  expect(light.tonight.temperature_min).toBe(tonight.temperature_min)
  if (planting.crop !== null || planting.exposure !== null) return
  expect([light.tonight.score, light.tonight.level]).toEqual([tonight.score, tonight.level])
  const { daily } = await bodyOf<ReturnType<typeof presentForecast>>(`/weather?location=${slug}`)
  expect(light.days.map((day) => [day.date, day.temperature_min])).toEqual(
    daily.slice(1, 6).map((day) => [day.date, day.temperature_min])
  )
  // The page's week and the widget's today have the minimum of the API's days.
  const week = page.slice(page.indexOf('id="week"'))
  expect(minimaOf(week).slice(0, daily.length)).toEqual(
    daily.map((day) => formatNumber(day.temperature_min, 1, 'en'))
  )
  expect(light.today.temperature_min).toBe(daily[0]?.temperature_min)
  expect(daily.find(({ date }) => date === tonight.date)?.frost).toEqual({
    score: tonight.score,
    level: tonight.level,
    level_label: levelLabel(tonight.level, 'en'),
    temperature_min: tonight.temperature_min,
    plant_temperature_min: tonight.plant_temperature_min
  })
  expect(first(page, /<dt>Frost hours<\/dt><dd>(.*?)<\/dd>/s)).toBe(message.hours ?? 'none expected')
}

it('says of a single hour of frost that it is one', async () => {
  const at = Math.floor(springNight / 3_600_000) + 3
  const mild = { dewPointC: 2, cloudPercent: 100, windMps: 5 }
  stage.upstream.setWeather((point, hour) => ({
    ...{ ...generated(point, hour), ...mild, temperatureC: 3 + (hour % 2) / 5 },
    ...(hour === at && { temperatureC: -3, dewPointC: -4 })
  }))
  await compare('malatya', plantings[0])
  stage.upstream.setWeather(generated)
  const light = await bodyOf<WidgetDataBody>('/weather/widget-data?location=malatya')
  expect(light.tonight.window).toEqual({
    from: '2026-04-12T04:00:00+03:00',
    to: '2026-04-12T04:00:00+03:00'
  })
  expect(await pageOf('/tr/widget/malatya')).toContain('04.00–05.00</span></p>')
})

it('answers a subscription with a score that the page of the place shows', async () => {
  for (const [index, slug] of slugs.slice(0, 30).entries()) {
    const planting = plantings[index % plantings.length] ?? plantings[0]
    const page = await pageOf(`/en/place/${slug}?${queryOf(planting)}`)
    const nights = stripOf(page)
    const [highest] = nights.slice(0, 3).toSorted(byScore)
    // A night that is over for alerts is shown until its ice has melted.
    const [highestAfter] = nights.slice(1, 4).toSorted(byScore)
    expect([highest, highestAfter], slug).toContain(await subscribedScore(slug, planting, index))
  }
})

it('says the same of 300 generated forecasts, fresh, aging and stale', async () => {
  for (const slug of slugs) await bodyOf(`/weather?location=${slug}`)
  const seen = new Set<string>()
  const some = async (from: number, to: number): Promise<void> => {
    for (const [index, slug] of slugs.slice(from, to).entries()) {
      await compare(slug, plantings[index % plantings.length] ?? plantings[0])
    }
    const { meta } = await bodyOf<FrostRiskBody>(`/weather/frost-risk?location=${slugs[from]}`)
    seen.add(meta.freshness.status)
  }
  expect(slugs).toHaveLength(places)
  await some(0, 100)
  await stage.upstream.fail({ kind: 'status', status: 503 })
  stage.clock.move(75 * minuteMs)
  await some(100, 200)
  // Between two hours: the page turns stale when the API does.
  stage.clock.move(springNight + 127 * minuteMs - stage.clock.read())
  await some(200, 300)
  expect([...seen]).toEqual(['fresh', 'aging', 'stale'])
})
