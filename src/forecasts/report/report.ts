import { hourMs } from '../../common/time.ts'
import { isResting } from '../../frost/degree-days.ts'
import type { BriefNight, FrostNight, NightWindow } from '../../frost/frost-night.ts'
import { nightsNotOver, type PeriodScore, periodScore, withoutScore } from '../../frost/period.ts'
import type { Protection } from '../../frost/protection/protection.ts'
import { genericProfile, type ScoringProfile } from '../../frost/scoring-profile.ts'
import type { FrostSettings } from '../../frost/settings.ts'
import type { HourlySeries } from '../../weather/series.ts'
import { type DayRow, dayRows } from '../days.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import {
  briefNightsIn,
  comingWindows,
  hoursOf,
  type LearnedHere,
  learnedHere,
  nightsIn,
  type PublishedScore,
  siteSettings
} from '../frost-view.ts'
import type { Neighbours } from '../ports.ts'
import { type NightHour, nightHours } from './night-hours.ts'
import { dataNotices, neighbourNotices, nightNotices, reachNotice } from './notices.ts'
import {
  briefReport,
  currentWeather,
  dataOf,
  dayScores,
  type EstimatedProfile,
  estimateProfile,
  type KnownSeasons,
  placeOf,
  reachOf,
  slotScores,
  slotsOf
} from './parts.ts'
import {
  type CurrentWeather,
  type KnownEstimate,
  type LimitForecast,
  limitForecast,
  type Notice,
  nightProtection,
  type PlaceReport,
  type ReportData,
  type ReportPlace,
  type ReportQuestion,
  type SlotReport
} from './place-report.ts'

interface ReportStep {
  /** See `stepOf` [ms since epoch]. */
  readonly at: number
  readonly seasons?: KnownSeasons
  readonly neighbours?: Neighbours
}

type ScoredBy = EstimatedProfile | { readonly profile: ScoringProfile; readonly estimate: null }

/** The report, with what was learned at its point. It reads the forecast lazily, while the report is in use. */
export function reportOf(
  question: ReportQuestion,
  forecast: ForecastSnapshot,
  step: ReportStep
): PlaceReport {
  return new LazyReport(question, forecast, step)
}

// A class: object literals with getters are ten times slower, and every answer creates one.
class LazyReport implements PlaceReport {
  readonly at: number
  readonly #question: ReportQuestion
  readonly #forecast: ForecastSnapshot
  readonly #step: ReportStep
  #data: ReportData | null = null
  #days: readonly DayRow[] | null = null
  #slots: readonly SlotReport[] | null = null
  #scored: ScoredBy | null = null
  #withLast: readonly FrostNight[] | null = null
  #nights: readonly FrostNight[] | null = null
  #focus: FrostNight | null = null

  constructor(question: ReportQuestion, forecast: ForecastSnapshot, step: ReportStep) {
    this.at = step.at
    this.#question = question
    this.#forecast = forecast
    this.#step = step
  }

  get place(): ReportPlace {
    return placeOf(this.#question, this.#elevationM)
  }

  get #elevationM(): number | null {
    return this.#question.point.elevation ?? this.#forecast.grid.elevation
  }

  get data(): ReportData {
    this.#data ??= dataOf(this.#forecast, this.at)
    return this.#data
  }

  get current(): CurrentWeather {
    return currentWeather(this.#forecast, this.at, this.#elevationM)
  }

  get hours(): HourlySeries {
    return this.#forecast.shownSeries
  }

  get days(): readonly DayRow[] {
    this.#days ??= dayRows(this.#forecast, this.at, this.#question.days ?? 0)
    return this.#days
  }

  get slots(): readonly SlotReport[] {
    this.#slots ??= slotsOf(this.#forecast, this.at, this.#question.slots ?? 0, this.#elevationM)
    return this.#slots
  }

  get dayScores(): readonly (PublishedScore | null)[] {
    return dayScores(this, this.#scoredNights)
  }

  get slotScores(): readonly (PublishedScore | null)[] {
    return slotScores(this)
  }

  get nights(): readonly FrostNight[] {
    this.#nights ??= this.#notOver(this.#scoredNights)
    return this.#nights
  }

  /** All scored nights: until noon also the night before tonight, and those of days beyond the nights asked for. */
  get #scoredNights(): readonly FrostNight[] {
    this.#withLast ??= this.#score()
    return this.#withLast
  }

  get brief(): PlaceReport['brief'] {
    if (this.unscoredBecause !== null) return briefReport(this.nights)
    const { windows, settings } = this.#toScore()
    return briefReport(this.#notOver(briefNightsIn(this.#forecast, windows, this.at, settings)))
  }

  #notOver<Night extends BriefNight>(nights: readonly Night[]): readonly Night[] {
    return nightsNotOver(nights, Math.floor(this.at / hourMs)).slice(0, this.#question.nights ?? 0)
  }

  #score(): readonly FrostNight[] {
    const { windows, settings } = this.#toScore()
    const nights = nightsIn(this.#forecast, windows, this.at, settings)
    return this.unscoredBecause === null ? nights : nights.map(withoutScore)
  }

  #toScore(): { readonly windows: readonly NightWindow[]; readonly settings: FrostSettings } {
    const { nights: count = 0, days = 0 } = this.#question
    const [first, ...later] = comingWindows(this.#forecast, this.at, Math.max(count, days) + 1)
    const { exposure, curve } = this.profile
    const settings = { ...siteSettings(this.#forecast), exposure, curve }
    if (first === undefined || count === 0) return { windows: [], settings }
    const mayBeOver = Math.floor(this.at / hourMs) >= first.overHour
    // Without days asked for, every night would be scored only to be thrown away.
    const last = days === 0 ? '' : (this.days.at(-1)?.day.date ?? '')
    const asked = mayBeOver ? count : count - 1
    const following = later.filter(({ date }, index) => index < asked || date <= last)
    return { windows: [first, ...following], settings }
  }

  get unscoredBecause(): PlaceReport['unscoredBecause'] {
    if (this.#question.limitC != null) return 'first_damage_only'
    const { stageFromSeason, takesGeneralScore } = this.#question
    const isGeneral = stageFromSeason === true && this.estimate?.state !== 'estimated'
    return isGeneral && takesGeneralScore !== true ? 'stage_unknown' : null
  }

  get tonight(): FrostNight | null {
    return this.#focus ?? this.nights[0] ?? null
  }

  focusedOn(night: FrostNight): PlaceReport {
    const focused = new LazyReport(this.#question, this.#forecast, this.#step)
    // Scored once: both have the same nights.
    focused.#scored = this.#scoredBy
    focused.#withLast = this.#scoredNights
    focused.#focus = night
    return focused
  }

  get tonightHours(): readonly NightHour[] {
    return this.tonight?.state === 'known' ? this.#hoursOf(this.tonight) : []
  }

  get chosenNight(): FrostNight | null {
    const { date } = this.#question
    return date == null
      ? this.tonight
      : (this.#scoredNights.find(({ window }) => window.date === date) ?? null)
  }

  get chosenHours(): readonly NightHour[] {
    return this.chosenNight === null ? [] : this.#hoursOf(this.chosenNight)
  }

  get tonightProtection(): Protection | null {
    return this.protectionOf(this.tonight)
  }

  get chosenProtection(): Protection | null {
    return this.protectionOf(this.chosenNight)
  }

  protectionOf(night: FrostNight | null): Protection | null {
    const { stage, curve } = this.profile
    if (stage === null) return null
    const site = { at: this.at, criticalC: curve.t10C, elevationM: this.#elevationM }
    return nightProtection(night, hoursOf(this.#forecast, night), site)
  }

  get tonightLimit(): LimitForecast | null {
    const { limitC } = this.#question
    if (limitC == null) return null
    const site = { at: this.at, criticalC: limitC, elevationM: this.#elevationM }
    return limitForecast(this.tonight, hoursOf(this.#forecast, this.tonight), site)
  }

  #hoursOf(night: FrostNight): readonly NightHour[] {
    return nightHours(night, hoursOf(this.#forecast, night), this.#elevationM)
  }

  get worst(): PeriodScore {
    return periodScore(this.nights)
  }

  get nightsReached(): number {
    return reachOf(this.nights)
  }

  get profile(): ScoringProfile {
    return this.#scoredBy.profile
  }

  get estimate(): KnownEstimate | null {
    return this.#scoredBy.estimate
  }

  get isResting(): boolean {
    return isResting(this.estimate)
  }

  get #scoredBy(): ScoredBy {
    this.#scored ??= this.#estimated() ?? {
      profile: this.#question.profile ?? genericProfile(),
      estimate: null
    }
    return this.#scored
  }

  #estimated(): EstimatedProfile | null {
    const { profile, stageFromSeason } = this.#question
    const { seasons, at } = this.#step
    if (profile === undefined || stageFromSeason !== true || seasons === undefined) return null
    return estimateProfile(this.#question, profile, { seasons, at })
  }

  get learned(): LearnedHere | null {
    return learnedHere(this.#forecast, this.nights)
  }

  get dataNotices(): readonly Notice[] {
    return dataNotices(this.data)
  }

  get dayNotices(): readonly Notice[] {
    return reachNotice(this.#question.days ?? 0, this.days.length)
  }

  get slotNotices(): readonly Notice[] {
    return reachNotice(this.#question.slots ?? 0, this.slots.length, 'slot')
  }

  get nightNotices(): readonly Notice[] {
    const { nightsReached, profile, estimate } = this
    const reached = this.nights.slice(0, nightsReached)
    const reach = reachNotice(this.#question.nights ?? 0, nightsReached)
    const unscored: readonly Notice[] =
      this.#question.limitC == null ? [] : [{ code: 'first_damage_only', parameters: {} }]
    const of = { forecast: this.#forecast, place: this.place }
    const near = this.#step.neighbours === undefined ? [] : neighbourNotices(of, this.#step.neighbours)
    return [...unscored, ...reach, ...nightNotices(profile, estimate, reached), ...near]
  }
}
