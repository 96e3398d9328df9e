/** When a series is warmest by the sun: by a wrong clock at night. */
import { dayMs, hourMs } from '../../common/time.ts'
import type { SeriesReading } from './read-series.ts'

/** Fewer days, or days alike all the time, show nothing. */
const least = { days: 3, readingsADay: 8, amplitudeC: 1.5 }
/** After midnight by the sun [h]: the mean of all days is warmest in between, whatever the weather. */
const warmest = { from: 9.5, until: 20 }

/** The warmest time of the mean day [h after midnight by the sun] where it is at night, else null. */
export function nightlyWarmth(readings: readonly SeriesReading[], lon: number): number | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (first === undefined || last === undefined) return null
  // Whole days alone: a part of one would turn the mean.
  const days = Math.floor((last.measuredAt - first.measuredAt + hourMs) / dayMs)
  const whole = readings.filter(({ measuredAt }) => measuredAt < first.measuredAt + days * dayMs)
  if (days < least.days || whole.length < days * least.readingsADay) return null
  const meanC = whole.reduce((sum, { temperatureC }) => sum + temperatureC, 0) / whole.length
  let [cosine, sine] = [0, 0]
  for (const { measuredAt, temperatureC } of whole) {
    const angle = (2 * Math.PI * (measuredAt + (lon / 15) * hourMs)) / dayMs
    cosine += (temperatureC - meanC) * Math.cos(angle)
    sine += (temperatureC - meanC) * Math.sin(angle)
  }
  const amplitudeC = (2 * Math.hypot(cosine, sine)) / whole.length
  if (amplitudeC < least.amplitudeC) return null
  const hour = ((Math.atan2(sine, cosine) / (2 * Math.PI)) * 24 + 24) % 24
  return hour >= warmest.from && hour <= warmest.until ? null : hour
}
