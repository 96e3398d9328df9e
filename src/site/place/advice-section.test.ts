import { expect, test } from 'vitest'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { languages, wordsIn } from '../../language/language.ts'
import { pointOf } from '../../weather/point.ts'
import { adviceSection } from './advice-section.ts'

const dayMs = 86_400_000
const { place } = inland
const from = Date.UTC(2026, 1, 19)
const weather = seasonWeather(inland, from, 60, 7)

/** The advice of the first evening on which there is some to give without knowing what harms. */
function adviceFor(planting: Parameters<typeof nearestProfile>[0], lang: (typeof languages)[number]): string {
  const { profile, stageFromSeason } = nearestProfile(planting)
  const question = { point: pointOf(place), place, profile, stageFromSeason, days: 8, slots: 8, nights: 7 }
  const seasons = { known: () => null, instantOf: (_: unknown, at: number) => at }
  for (let at = from + 40 * dayMs + 18 * 3_600_000; at < from + 60 * dayMs; at += dayMs) {
    const report = reportOf(question, weather.run(at, at), { at, seasons })
    const advice = adviceSection(report, null, { lang, theme: 'auto', units: 'metric', carried: {} })
    if (advice !== null) return String(advice)
  }
  return ''
}

test.each(languages)(
  'what to do asks in %s for the crop, and where only its stage is missing for that',
  (lang) => {
    const { chooseCrop, chooseStage } = wordsIn(lang).protection
    const any = adviceFor({ crop: null, stage: null, exposure: null }, lang)
    expect(any).toContain(`<a href="#crops">${chooseCrop}</a>`)
    const unknown = adviceFor({ crop: 'apricot', stage: 'auto', exposure: null }, lang)
    expect(unknown).toContain(`<a href="#stages">${chooseStage}</a>`)
    expect(unknown).not.toContain(chooseCrop)
  }
)
