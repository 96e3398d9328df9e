/** The first thing on a place's page: how cold, when, what it does, how the night goes, and what comes next. */
import { hourMs, minuteMs, secondMs } from '../../common/time.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { FrostHours, FrostNight, KnownNight } from '../../frost/frost-night.ts'
import { periodScore } from '../../frost/period.ts'
import { plantPartOf } from '../../frost/scoring-profile.ts'
import { clockAt, nightShort, sentenceCase, weekdayLabel } from '../../language/dates.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { calledNight, comingNight, isNightPast } from '../../language/headline.ts'
import { wordsIn } from '../../language/language.ts'
import { percent } from '../../language/numbers.ts'
import type { ComparedNight } from '../../observations/compared-nights.ts'
import { valueAt } from '../../weather/series.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { type NightBars, nightBars } from '../charts/night-bars.ts'
import { html, type Markup } from '../html.ts'
import { levelMark } from '../level-marks.ts'
import type { PlaceView } from '../ports.ts'
import { known, temperature } from '../presenting.ts'
import { nightWording, type Tonight, tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'
import { stopWords } from './advice-section.ts'

interface Hero {
  readonly report: PlaceReport
  readonly said: readonly ComparedNight[]
  readonly night: FrostNight | null
  readonly tonight: Tonight
  readonly visitor: Visitor
  readonly retryAt: number | null
}

/** Report of the requested night; otherwise tonight, or after a cold morning the next one to prepare for. */
export function focusedReport(report: PlaceReport, date: string | null): PlaceReport {
  const { nights, tonight, at } = report
  const shown = nights.find(({ window }) => window.date === date) ?? comingNight(nights, at)
  return shown === null || shown === tonight ? report : report.focusedOn(shown)
}

/** Whether its hero also shows what was said in the evening: during the cold, and when the night is over. */
export function showsEveningForecast(report: PlaceReport): boolean {
  const { tonight, nights } = report
  return runsNow({ report, night: tonight }) !== null || tonight !== nights[0]
}

export function nightHero(
  report: PlaceReport,
  visitor: Visitor,
  { said, view: { retryAt } }: { said: readonly ComparedNight[]; view: Pick<PlaceView, 'retryAt'> }
): Markup {
  const tonight = tonightOf(report, visitor)
  const hero = { report, said, night: report.tonight, tonight, visitor, retryAt }
  const level = tonight.isResting ? 'none' : tonight.level
  return html`<section class="tonight ground-${level}" aria-labelledby="tonight" data-made="${report.at}">
    ${lastNight(hero)}
<div class="verdict"><p class="when">${heading(hero)}</p><h2 id="tonight">${levelMark(level)}
  <span>${tonight.risk}</span></h2></div>
${runsNow(hero) === null ? minimum(hero) : present(hero)}
${bars(hero)}
${nextEvent(hero)}</section>`
}

/** How the last night went, where the page shows the coming one, and when to stop the water, or the cold ends. */
function lastNight({ report, night, visitor, said }: Hero): Markup | null {
  const { at, place, nights, isResting } = report
  const [last = null] = nights
  if (last?.state !== 'known' || night === last || isResting || !isNightPast(last, at)) return null
  const time = clockAt(last.coldestHour * hourMs, place.timezone, visitor.lang)
  const words = wordsIn(visitor.lang).hero
  const { tonightProtection, tonightLimit } = report.focusedOn(last)
  const protection = tonightLimit?.protection ?? tonightProtection
  const stop =
    protection === null ? null : stopWords(protection, { ...visitor, at, timezone: place.timezone })
  const before = said.find(({ date }) => date === last.window.date)
  const evening = before === undefined ? null : eveningWords(before, visitor)
  const minimum = temperature(last.plantTemperatureMinC, visitor)
  const measured =
    before?.cameC == null ? null : html`, ${words.measured(temperature(before.cameC, visitor))}`
  const endAt = endOf(last.frostHours, at)
  const keep =
    stop ?? (endAt === null ? null : `${words.end} ${clockAt(endAt, place.timezone, visitor.lang)}`)
  return html`<p class="last-night">${words.lastNight(minimum, time, evening)}${measured}
    ${keep === null ? null : html`. <b>${keep}</b>`}</p>`
}

function heading(hero: Hero): string {
  const { report, night, visitor } = hero
  if (night === null) return wordsIn(visitor.lang).place.tonight
  const { at, place } = report
  if (runsNow(hero) !== null)
    return `${wordsIn(visitor.lang).place.now} · ${clockAt(at, place.timezone, visitor.lang)}`
  const relative = calledNight(night, nightWording(report, visitor))
  const { name, days } = nightShort(night.window.date, '', visitor.lang)
  return relative === null
    ? `${name} ${days}`
    : `${sentenceCase(wordsIn(visitor.lang).alerts[relative])} · ${name}`
}

/** The cold of the night while it lasts; null before and after it. */
function runsNow({
  report,
  night
}: Pick<Hero, 'report' | 'night'>): (FrostHours & { readonly plantC: number }) | null {
  const cold = night?.state === 'known' && !report.isResting ? night.frostHours : null
  if (cold === null || night?.state !== 'known' || cold.isColdBefore) return null
  const hour = Math.floor(report.at / hourMs)
  const plantC = night.plantTemperatureC[hour - night.window.firstHour] ?? Number.NaN
  return hour >= cold.firstHour && hour <= cold.lastHour && Number.isFinite(plantC)
    ? { ...cold, plantC }
    : null
}

/** During the cold: what the plants have now by the forecast, with the air and the wet bulb. */
function present(hero: Hero): Markup {
  const { report, visitor } = hero
  const words = wordsIn(visitor.lang).hero
  const { temperatureC, wetBulbTemperatureC } = report.current
  const cold = runsNow(hero)
  const before = hero.said.find(({ date }) => date === hero.night?.window.date)
  return html`<p class="degree"><b>${temperature(cold?.plantC ?? null, visitor)}</b> <span>${whereOf(hero)}
    <br>${words.notMeasured}</span></p>
<p class="effect">${words.air} <b>${temperature(known(temperatureC), visitor)}</b> · ${words.wetBulb} <b>
  ${temperature(known(wetBulbTemperatureC), visitor)}</b></p>${
    before === undefined
      ? null
      : html`<p class="effect">
  ${sentenceCase(eveningWords(before, visitor))}</p>`
  }`
}

function eveningWords({ minimum }: ComparedNight, visitor: Visitor): string {
  const { plantTemperatureMinC: plantC, airTemperatureMinC: airC } = minimum
  const words = wordsIn(visitor.lang).hero
  return words.evening(
    Number.isFinite(plantC) ? temperature(plantC, visitor) : null,
    temperature(airC, visitor)
  )
}

function minimum(hero: Hero): Markup {
  const { report, night, tonight, visitor } = hero
  const words = wordsIn(visitor.lang).hero
  if (night?.state !== 'known')
    return html`<p class="degree"><b>–</b> <span>${words.unknown}</span></p><p class="effect">${words.notNone}</p>`
  const { airTemperatureMinC: airC, plantTemperatureMinC: plantC } = night
  const [lead, other] = report.isResting ? [airC, plantC] : [plantC, airC]
  const otherName = report.isResting ? words.onPlants : words.air
  return html`<p class="degree"><b>${temperature(lead, visitor)}</b> <span>${whereOf(hero)}
    <br>${words.at(tonight.coldestAt ?? '–')}</span></p>
<p class="effect">${otherName} <b>${temperature(other, visitor)}</b> · ${consequence(night, hero)}</p>`
}

function whereOf({ report, visitor }: Hero): string {
  const words = wordsIn(visitor.lang).hero
  if (report.isResting) return words.inAir
  const { crop, exposure } = report.profile
  return crop === null
    ? exposureLabel(exposure, visitor.lang).toLocaleLowerCase(visitor.lang)
    : words.onPlants
}

/** What the cold does to the crop; without a crop, that the night is judged for any plant. */
function consequence(night: KnownNight, { report, visitor }: Hero): Markup | string {
  const words = wordsIn(visitor.lang)
  if (report.isResting) return words.place.restingMeaning
  const part = plantPartOf(report.profile)
  const { expectedDamagePercent: damage } = night
  if (damage !== null && part !== null) {
    const share = Math.round(damage)
    return share === 0 ? words.hero.noDamage : words.hero.damage[part](percent(share, visitor.lang))
  }
  if (report.profile.crop !== null) return words.hero.noShare
  return html`<a href="#crops">${words.hero.anyPlant}</a>`
}

/** What a small picture shows of a night: its degree with what it is of, and its hours. */
export function smallNight(report: PlaceReport, visitor: Visitor) {
  const { tonight: night } = report
  const hero = { report, said: [], night, tonight: tonightOf(report, visitor), visitor, retryAt: null }
  const known = night?.state === 'known' ? night : null
  const lead = report.isResting ? known?.airTemperatureMinC : known?.plantTemperatureMinC
  return { degree: temperature(lead ?? null, visitor), where: whereOf(hero), bars: barsOf(hero) }
}

function bars(hero: Hero): Markup | null {
  const shown = barsOf(hero)
  return shown === null ? null : nightBars(shown, hero.visitor)
}

function barsOf({ report, night, tonight }: Hero): NightBars | null {
  if (night === null) return null
  const { at, place, profile, isResting } = report
  const { firstHour, lastHour } = night.window
  const plants = night.state === 'known' && !isResting ? night.plantTemperatureC : null
  const whole = Array.from({ length: Math.max(0, Math.min(25, lastHour - firstHour + 1)) }, (_, index) => ({
    at: (firstHour + index) * hourMs,
    temperatureC: plants?.[index] ?? valueAt(report.hours, 'temperature', firstHour + index)
  }))
  const local = (hour: number) => Number(clockAt(hour, place.timezone, 'en').slice(0, 2))
  const dark = whole.filter((hour) => local(hour.at) >= 18 || local(hour.at) <= 9)
  const coldestAt = night.state === 'known' ? night.coldestHour * hourMs : null
  const hours = coldestAt === null || dark.some((hour) => hour.at === coldestAt) ? dark : whole
  const harmC = profile.stage === null ? null : profile.curve.t10C
  const label = tonight.headline
  return { hours, harmC, level: tonight.level, at, timezone: place.timezone, label }
}

/** A coming hour with its name; a script counts down to it. */
function countdownLine(
  { name, at, value }: { name: string; at: number; value: string },
  { lang }: Visitor
): Markup {
  const words = wordsIn(lang).protection
  // The clock next to it has no seconds.
  const minuteAt = Math.floor(at / minuteMs) * minuteMs
  return html`<p><span>${name}</span> <time datetime="${new Date(minuteAt).toISOString()}">${value}
    </time> <span class="left" data-at="${minuteAt}" data-left="${words.left}" data-past="${words.past}"></span></p>`
}

/** What comes next: the last hour to prepare, the coldest hour, the end of the cold, or the next night with a risk. */
function nextEvent(hero: Hero): Markup | null {
  const { report, night, visitor } = hero
  if (night?.state !== 'known') return retry(hero)
  if (report.isResting)
    return html`<div class="times"><p class="keep">${wordsIn(visitor.lang).hero.inDegrees}</p></div>`
  const running = runsNow(hero)
  const steps = running === null ? ahead(night, hero) : meanwhile(night, running, hero)
  return steps.length === 0 ? null : html`<div class="times">${steps}</div>`
}

/** When a forecast of a night that is not known is asked for again: the minute at whose beginning that hour is past. */
function retry({ report, retryAt, visitor }: Hero): Markup | null {
  if (retryAt === null) return null
  const at = Math.ceil(retryAt / minuteMs) * minuteMs
  const value = clockAt(at, report.place.timezone, visitor.lang)
  return html`<div class="times">${countdownLine({ name: wordsIn(visitor.lang).hero.retry, at, value }, visitor)}</div>`
}

function meanwhile(night: KnownNight, cold: FrostHours, { report, visitor }: Hero): readonly Markup[] {
  const words = wordsIn(visitor.lang).hero
  const { at, place } = report
  const coldestAt = night.coldestHour * hourMs
  const clock = (instant: number) => clockAt(instant, place.timezone, visitor.lang)
  const lowest = temperature(night.plantTemperatureMinC, visitor)
  const endAt = endOf(cold, at)
  const end =
    endAt === null ? [] : [countdownLine({ name: words.end, at: endAt, value: clock(endAt) }, visitor)]
  const coldest = { name: words.coldest(lowest), at: coldestAt, value: clock(coldestAt) }
  const steps = coldestAt > at ? [countdownLine(coldest, visitor), ...end] : end
  const protection = report.protectionOf(night)
  const isStarted = (protection?.sprinkler.expectedStartAt ?? at + 1) <= at
  const stop =
    protection === null ? null : stopWords(protection, { ...visitor, at, timezone: place.timezone })
  return isStarted && stop !== null ? [...steps, html`<p class="keep">${stop}</p>`] : steps
}

/** End of cold that has not ended yet, and does so before noon. */
function endOf(cold: FrostHours | null, at: number): number | null {
  if (cold === null || cold.isColdAfter) return null
  const endAt = (cold.lastHour + 1) * hourMs
  return endAt > at ? endAt : null
}

function ahead(night: KnownNight, { report, visitor }: Hero): readonly Markup[] {
  const { at, place, profile, nights } = report
  const { frostHours, plantTemperatureMinC, window } = night
  if (frostHours?.isColdBefore) return spellEnd(report, visitor)
  const { protection, hero } = wordsIn(visitor.lang)
  const toStep = (name: string, instant: number) =>
    countdownLine({ name, at: instant, value: clockAt(instant, place.timezone, visitor.lang) }, visitor)
  const { lastPreparationAt: readyAt = null } = report.protectionOf(night) ?? {}
  const harm = protection.firstHarm[profile.stage === null ? 'plants' : 'buds']
  const coldest = hero.coldest(temperature(plantTemperatureMinC, visitor))
  const [name, nextAt] =
    frostHours === null ? [coldest, night.coldestHour * hourMs] : [harm, frostHours.firstHour * hourMs]
  if (nextAt > at && (frostHours !== null || readyAt !== null)) {
    const prepare = readyAt === null ? [] : [toStep(protection.prepare, readyAt)]
    return [...prepare, toStep(name, nextAt)]
  }
  const later = periodScore(nights.filter(({ window: { date } }) => date > window.date))
  if (later.level === 'none') return [html`<p><span>${hero.nextRisk}</span> <b>${hero.unending}</b></p>`]
  if (later.nextRiskDate === null) return []
  const { name: evening, days } = nightShort(later.nextRiskDate, '', visitor.lang)
  return [html`<p><span>${hero.nextRisk}</span> <b>${evening} ${days}</b></p>`]
}

/** When a cold that has held on since before tonight ends, as far as the forecast reaches. */
function spellEnd({ nights, place }: PlaceReport, visitor: Visitor): readonly Markup[] {
  const last = nights.find((night) => night.state !== 'known' || night.frostHours?.isColdAfter !== true)
  const cold = last?.state === 'known' ? last.frostHours : null
  const { spellEnd: name, unending } = wordsIn(visitor.lang).hero
  if (cold === null) return [html`<p><span>${name}</span> <b>${unending}</b></p>`]
  const at = (cold.lastHour + 1) * hourMs
  const day = weekdayLabel(zoneClock(place.timezone).dateAt(at / secondMs), visitor.lang, 'short')
  const value = `${day} ${clockAt(at, place.timezone, visitor.lang)}`
  return [countdownLine({ name, at, value }, visitor)]
}
