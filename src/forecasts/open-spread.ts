/** Converts the members' spread and mean between the stored form and that of the frost method. */
import type { EnsembleSpread } from '../frost/spread.ts'
import type { StoredSpread } from './snapshot.ts'

export function storedSpread({
  startHour,
  standardDeviationC,
  meanC,
  members
}: EnsembleSpread): StoredSpread {
  return {
    startHour,
    hundredthsC: Array.from(standardDeviationC, (deviation) =>
      Number.isNaN(deviation) ? -1 : Math.round(deviation * 100)
    ),
    meanHundredthsC: Array.from(meanC ?? [], (mean) => (Number.isNaN(mean) ? 0 : Math.round(mean * 100))),
    members: members.reduce((most, count) => Math.max(most, count), 0)
  }
}

export function openSpread(stored: StoredSpread | null): EnsembleSpread | null {
  if (stored === null) return null
  const { hundredthsC, meanHundredthsC } = stored
  return {
    startHour: stored.startHour,
    standardDeviationC: Float64Array.from(hundredthsC, (value) => (value < 0 ? Number.NaN : value / 100)),
    meanC: meanHundredthsC === undefined ? null : knownMean(meanHundredthsC, hundredthsC),
    members: Uint16Array.from(hundredthsC, (value) => (value < 0 ? 0 : stored.members))
  }
}

function knownMean(meanHundredthsC: readonly number[], spreadHundredthsC: readonly number[]): Float64Array {
  return Float64Array.from(spreadHundredthsC, (spread, hour) =>
    spread < 0 ? Number.NaN : (meanHundredthsC[hour] ?? Number.NaN) / 100
  )
}
