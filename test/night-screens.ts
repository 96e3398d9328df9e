/** Generated nights, crops and clocks, and what the first screen of a place says wrongly of them. */

import { expect } from 'vitest'
import { publishedScore } from '../src/forecasts/frost-view.ts'
import type { PlaceReport } from '../src/forecasts/report/place-report.ts'
import { reportOf } from '../src/forecasts/report/report.ts'
import type { FrostNight, KnownNight } from '../src/frost/frost-night.ts'
import { isRiskDay } from '../src/frost/period.ts'
import { nearestProfile } from '../src/frost/scoring-profile.ts'
import { clockAt, dayOf, nightShort } from '../src/language/dates.ts'
import { riskLabel } from '../src/language/frost-words.ts'
import { isNightPast } from '../src/language/headline.ts'
import { type Language, wordsIn } from '../src/language/language.ts'
import { nightStrip } from '../src/site/place/forecast-tables.ts'
import { focusedReport, nightHero } from '../src/site/place/night-hero.ts'
import { hoursSection } from '../src/site/place/night-section.ts'
import { nightPanel } from '../src/site/place/tonight-panel.ts'
import { bareTemperature, temperature } from '../src/site/presenting.ts'
import { tonightOf } from '../src/site/tonight.ts'
import type { Visitor } from '../src/site/visitor.ts'
import { pointOf } from '../src/weather/point.ts'
import { inland, seasonWeather } from './scenarios/alerts/season-weather.ts'

const hourMs = 3_600_000
const from = Date.UTC(2026, 1, 19)
const nights = 100
const plantings = [
  { crop: null, stage: null, exposure: null },
  { crop: 'apricot', stage: 'full-bloom', exposure: null },
  { crop: 'apple', stage: 'silver-tip', exposure: 'ground' },
  { crop: 'sweet-cherry', stage: 'auto', exposure: null },
  { crop: 'walnut', stage: 'leaf-out-and-pistillate-bloom', exposure: null },
  { crop: null, stage: null, exposure: 'canopy' }
] as const

/** How often each state of a night was among those that were looked at. */
export interface Screens {
  readonly faults: readonly string[]
  readonly running: number
  readonly past: number
  readonly ahead: number
}

/** Looks at `count` screens, each in both languages, made from a generator of numbers 0 ≤ x < 1. */
export function nightScreens(random: () => number, count: number): Screens {
  const weather = seasonWeather(inland, from, nights + 12, 7)
  const { place } = inland
  const pick = (most: number): number => Math.floor(random() * most)
  const faults: string[] = []
  const seen = { running: 0, past: 0, ahead: 0 }
  for (let index = 0; index < count; index++) {
    // Half of them before dawn, when the cold runs.
    const hour = random() < 0.5 ? 22 + pick(9) : pick(24)
    const at = from + (pick(nights) * 24 + hour) * hourMs
    const planting = plantings[pick(plantings.length)] ?? plantings[0]
    const { profile, stageFromSeason } = nearestProfile(planting)
    const question = { point: pointOf(place), place, profile, stageFromSeason, days: 8, slots: 8, nights: 7 }
    const seasons = { known: () => null, instantOf: (_: unknown, instant: number) => instant }
    const whole = reportOf(question, weather.run(at, at), { at, seasons })
    const date = random() < 0.3 ? (whole.nights[pick(7)]?.window.date ?? null) : null
    const report = focusedReport(whole, date)
    if (isRunning(report)) seen.running++
    else if (report !== whole && date === null) seen.past++
    else seen.ahead++
    for (const lang of ['tr', 'en'] as const) {
      const name = `${new Date(at).toISOString()} ${JSON.stringify(planting)} ${date} ${lang}`
      for (const fault of faultsOf(report, { lang, units: 'metric', theme: 'auto', carried: {} }))
        faults.push(`${name}: ${fault}`)
    }
  }
  return { faults, ...seen }
}

function isRunning({ tonight, at, isResting }: PlaceReport): boolean {
  const cold = tonight?.state === 'known' && !isResting ? tonight.frostHours : null
  const hour = Math.floor(at / hourMs)
  return cold !== null && cold.isColdBefore !== true && hour >= cold.firstHour && hour <= cold.lastHour
}

const textOf = (html: string): string => html.replaceAll('<br>', ' ').replaceAll(/<[^>]*>/g, '')
const expected = { tr: /beklen(iyor|ir)/, en: /expected|is likely/ } as const
const measured = { tr: /ölç/, en: /measur/ } as const
const notMeasured = { tr: 'tahmin, ölçüm değil', en: 'forecast, not measured' } as const
const now = { tr: 'Şimdi · ', en: 'Now · ' } as const

function faultsOf(report: PlaceReport, visitor: Visitor): readonly string[] {
  const { lang } = visitor
  const hero = String(nightHero(report, visitor, { said: [], view: { retryAt: null } }))
  const night = report.tonight
  const [when = '', risk = '', degree = ''] = [
    /<p class="when">(.*?)<\/p>/,
    /<h2 id="tonight">.*?<span>(.*?)<\/span>/s,
    /<p class="degree"><b>(.*?)<\/b>/
  ].map((pattern) => textOf(pattern.exec(hero)?.[1] ?? 'NOT FOUND'))
  const faults: string[] = []
  const check = (isRight: boolean, fault: string): void => {
    if (!isRight) faults.push(fault)
  }
  check(
    measured[lang].test(textOf(hero).replace(notMeasured[lang], '')) === false,
    'forecast is called measured'
  )
  check(when.startsWith(now[lang]) === isRunning(report), `"${when}" while running is ${isRunning(report)}`)
  check(hero.includes(notMeasured[lang]) === isRunning(report), 'not measured')
  if (night?.state !== 'known') {
    check(degree === '–', `degree ${degree} of an unknown night`)
    return faults
  }
  const { level } = publishedScore(night)
  if (!report.isResting && report.unscoredBecause === null)
    check(risk === riskLabel(level, lang, report.profile.stage !== null), `level ${level} is called ${risk}`)
  check(degree === temperature(leadOf(night, report), visitor), `degree ${degree}`)
  check(
    tileOf(report, visitor).days === nightShort(night.window.date, '', lang).days,
    'another tile is marked'
  )
  faults.push(
    ...sentenceFaults(night, report, visitor),
    ...endFaults(hero, report, visitor),
    ...nameFaults(when, report, visitor),
    ...barFaults(night, report, hero),
    ...stepFaults(report, hero, lang),
    ...daysFaults(report, visitor)
  )
  return faults
}

function leadOf(night: KnownNight, report: PlaceReport): number {
  if (report.isResting) return night.airTemperatureMinC
  const hour = Math.floor(report.at / hourMs) - night.window.firstHour
  return isRunning(report) ? (night.plantTemperatureC[hour] ?? Number.NaN) : night.plantTemperatureMinC
}

/** The name and the days of the tile that is marked. */
function tileOf(report: PlaceReport, visitor: Visitor): { readonly name: string; readonly days: string } {
  const strip = String(nightStrip(report, '/', visitor))
  const tile = /aria-current="true"><p class="when"><b>([^<]*)<\/b> <span class="quiet">(.*?)<\/span>/
  const [, name = '', days = ''] = tile.exec(strip) ?? []
  return { name, days }
}

const names = { tr: { tonight: 'bu gece', last: 'dün gece' }, en: { tonight: 'tonight', last: 'last night' } }

/** Hero, tile and sentence call the night alike; tonight is the first night that is not the last one. */
function nameFaults(when: string, report: PlaceReport, visitor: Visitor): readonly string[] {
  const { lang } = visitor
  const { tonight, nights, at } = report
  const { name } = tonightOf(report, visitor)
  const { today, tomorrow, onDay } = { ...wordsIn(lang).alerts, ...wordsIn(lang).dates }
  // Cold by day has the name of its day in sentences.
  const isOfDay = [today, tomorrow, onDay(dayOf(coldestAtOf(report), report.place.timezone, lang))].includes(
    name ?? ''
  )
  const kindOf = (called: string): string => {
    const words = called.toLocaleLowerCase(lang)
    if (words.startsWith(names[lang].tonight)) return 'tonight'
    return words.startsWith(names[lang].last) ? 'last' : 'date'
  }
  const isPast = (night: FrostNight | undefined): boolean => isNightPast(night ?? null, at)
  const index = nights.indexOf(tonight ?? nights[0] ?? expect.unreachable())
  const expectedKind = isPast(nights[index])
    ? 'last'
    : index === 0 || isPast(nights[index - 1])
      ? 'tonight'
      : 'date'
  const said = {
    tile: kindOf(tileOf(report, visitor).name),
    ...(!isRunning(report) && { hero: kindOf(when) }),
    ...(!isOfDay && { sentence: kindOf(name ?? names[lang].tonight) })
  }
  return Object.entries(said).flatMap(([form, kind]) =>
    kind === expectedKind ? [] : [`${form} calls it ${kind}, not ${expectedKind}`]
  )
}

function coldestAtOf({ tonight }: PlaceReport): number {
  return tonight?.state === 'known' ? tonight.coldestHour * hourMs : 0
}

/** Nothing is expected of a night whose cold is over, and what is expected ends later than now. */
function sentenceFaults(night: KnownNight, report: PlaceReport, visitor: Visitor): readonly string[] {
  const { lang } = visitor
  const hour = Math.floor(report.at / hourMs)
  const isOver = Math.max(night.coldestHour, night.frostHours?.lastHour ?? 0) < hour
  const headline = textOf(
    /<p class="headline">(.*?)<\/p>/s.exec(String(nightPanel(report, visitor)))?.[1] ?? ''
  )
  const faults = isOver && expected[lang].test(headline) ? [`"${headline}" of what is over`] : []
  const said = tonightOf(report, visitor).headline
  if (night.coldestHour < hour && expected[lang].test(said)) faults.push(`"${said}" after its hour`)
  const begun = night.frostHours !== null && night.frostHours.firstHour < hour
  const first = clockAt((night.frostHours?.firstHour ?? 0) * hourMs, report.place.timezone, lang)
  return begun && !isOver && headline.includes(`${first}–`)
    ? [...faults, `"${headline}" begins in the past`]
    : faults
}

/** Hero and sentence say the same end of cold that has begun, also after a cold morning. */
function endFaults(hero: string, report: PlaceReport, visitor: Visitor): readonly string[] {
  const { at, place, nights, tonight, isResting } = report
  const { lang } = visitor
  const isAfter = tonight !== nights[0] && isNightPast(nights[0] ?? null, at)
  const night = isAfter ? nights[0] : tonight
  const cold = night?.state === 'known' && !isResting ? night.frostHours : null
  const isWanted =
    (isAfter || isRunning(report)) &&
    cold !== null &&
    cold.isColdAfter !== true &&
    cold.lastHour >= Math.floor(at / hourMs)
  const end = cold === null ? null : clockAt((cold.lastHour + 1) * hourMs, place.timezone, lang)
  const panel = textOf(String(nightPanel(report, visitor)))
  const [, inEnglish, inTurkish] = /until (\d\d:\d\d)|(\d\d\.\d\d)’\S+ kadar/.exec(panel) ?? []
  const { end: name } = wordsIn(lang).hero
  const said = {
    hero: textOf(hero).match(new RegExp(`${name}\\s+(\\d\\d.\\d\\d)`))?.[1],
    sentence: isAfter ? undefined : (inEnglish ?? inTurkish)
  }
  // Water that runs is stopped later than the cold ends.
  const isOfWater = isAfter && said.hero === undefined && /class="last-night">.*?<b>.+?<\/b>/s.test(hero)
  const wanted = {
    hero: isWanted && !isOfWater ? end : undefined,
    sentence: said.sentence === undefined ? undefined : end
  }
  const { hours } = tonightOf(report, visitor)
  const isOther = isRunning(report) && !cold?.isColdAfter && hours?.includes(end ?? '') === false
  return JSON.stringify(said) === JSON.stringify(wanted) && !isOther
    ? []
    : [`${JSON.stringify(said)} and ${hours} of a cold that ends at ${end}`]
}

/** As many bars in the level's colour as hours of harmful cold, from 18 to 09 or of the whole night. */
function barFaults(night: KnownNight, report: PlaceReport, hero: string): readonly string[] {
  if (report.isResting) return []
  const { stage, curve } = report.profile
  const bars = [...hero.matchAll(/<rect class="([a-z]+)"/g)].map(([, kind]) => kind)
  const hours = [...night.plantTemperatureC].map((plantC, index) => ({
    plantC,
    hour: night.window.firstHour + index
  }))
  const local = (hour: number) => Number(clockAt(hour * hourMs, report.place.timezone, 'en').slice(0, 2))
  const dark = hours.filter(({ hour }) => local(hour) >= 18 || local(hour) <= 9)
  const shown = (dark.some(({ hour }) => hour === night.coldestHour) ? dark : hours).filter(({ plantC }) =>
    Number.isFinite(plantC)
  )
  const isHarmful = (plantC: number): boolean => stage !== null && plantC <= curve.t10C
  const warm = shown.filter(({ plantC }) => plantC >= 0 && !isHarmful(plantC)).length
  const harmful = shown.filter(({ plantC }) => isHarmful(plantC)).length
  const cold = shown.length - warm - harmful
  const level = publishedScore(night).level
  const drawn = {
    warm: bars.filter((kind) => kind === 'warm').length,
    harmful: level === 'low' ? harmful : bars.filter((kind) => kind === level).length,
    cold: bars.filter((kind) => kind === 'low').length - (level === 'low' ? harmful : 0)
  }
  const isSame = drawn.warm === warm && drawn.harmful === harmful && drawn.cold === cold
  return isSame ? [] : [`bars ${JSON.stringify(drawn)}, hours ${JSON.stringify({ warm, harmful, cold })}`]
}

/** The three days show of each night, until its coldest hour, the minimum and the level of its tile. */
function daysFaults(report: PlaceReport, visitor: Visitor): readonly string[] {
  const chart = String(hoursSection(report, visitor))
  const first = Math.floor(report.at / hourMs)
  const nights = report.nights.filter(
    (night): night is KnownNight =>
      night.state === 'known' && night.coldestHour >= first && night.coldestHour < first + 72
  )
  const marks = [...chart.matchAll(/<svg class="mark (\w+)"/g)].map(([, level]) => level)
  const minima = [...chart.matchAll(/class="coldest-value"[^>]*>([^<]*)</g)].map(([, text]) => text)
  const levels = report.isResting ? [] : nights.map((night) => publishedScore(night).level)
  const [said, shown] = [
    [...minima, ...marks],
    [
      ...nights.map((night) => `${bareTemperature(night.plantTemperatureMinC, visitor)}°`),
      ...levels.filter((level) => level !== 'unknown')
    ]
  ]
  return String(said) === String(shown) ? [] : [`three days ${said}, nights ${shown}`]
}

/** Each step is to come, but for the preparation, never alone; without one the next night with a risk is named. */
function stepFaults(report: PlaceReport, hero: string, lang: Language): readonly string[] {
  const { at, tonight, nights, isResting } = report
  const preparation = { tr: 'Hazırlık', en: 'Last hour' }[lang]
  const steps = [...hero.matchAll(/<p><span>([^<]*)<\/span> <time datetime="(.*?)"/g)]
  const past = steps.filter(([, , instant = '']) => Date.parse(instant) <= at)
  const wrong = past.filter(([, name = '']) => !name.startsWith(preparation) || past.length === steps.length)
  const faults = wrong.map(([, name, instant]) => `${name} at ${instant} is past`)
  const isCold = tonight?.state === 'known' && tonight.frostHours !== null
  if (steps.length > 0 || isResting || isCold) return faults
  const date = nights.find((night) => night.window.date > (tonight?.window.date ?? '') && isRiskDay(night))
  const days = date === undefined ? '' : nightShort(date.window.date, '', lang).days
  return hero.includes(` ${days}</b>`) || days === '' ? faults : [...faults, `no ${days}, which comes next`]
}
