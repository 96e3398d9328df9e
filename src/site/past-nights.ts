/** What was said about nights that are over, and what came: for the pages of a place's record and of an alert. */
import { secondMs } from '../common/time.ts'
import { wordsIn } from '../language/language.ts'
import type { ComparedNight } from '../observations/compared-nights.ts'
import type { Place } from '../weather/point.ts'
import { zoneClock } from '../weather/zone-clock.ts'
import { temperature } from './presenting.ts'
import type { Visitor } from './visitor.ts'

export function isOver({ timezone }: Place, now: number): (night: ComparedNight) => boolean {
  const today = zoneClock(timezone).dateAt(now / secondMs)
  return ({ date }) => date < today
}

export function saidWords(
  { minimum, cameC }: ComparedNight,
  visitor: Visitor,
  more: string | null = null
): readonly string[] {
  const { alerts, hero } = wordsIn(visitor.lang)
  const { plantTemperatureMinC: plantC, airTemperatureMinC: airC } = minimum
  return [
    Number.isFinite(plantC) ? alerts.plants(temperature(plantC, visitor)) : null,
    alerts.air(temperature(airC, visitor)),
    more,
    cameC === null ? null : hero.measured(temperature(cameC, visitor))
  ].filter((part) => part !== null)
}
