/** The point table that frost pages usually print, kept here to be measured against. */

/** What the table looks at; NaN = not known. */
export interface PointTableInputs {
  readonly temperatureC: number
  readonly relativeHumidityPercent: number
  readonly windSpeedKmh: number
  readonly cloudCoverPercent: number
}

/** At most so many points for each input, 100 in all. */
const most = { temperature: 60, humidity: 15, wind: 15, cloud: 10 }
/** 60 points at −5 °C and below, a fifth less at each further step, none above 4 °C. */
const temperatureStepsC = [-5, -2, 0, 2, 4]

/**
 * The points of one night, 0…100. An input that is not known is left out and the rest scaled up to 100, so that a table
 * without humidity is judged for its temperature and not for what it lacks; nothing known at all: 0.
 */
export function tablePoints(inputs: PointTableInputs): number {
  const parts = [
    { points: temperaturePoints(inputs.temperatureC), most: most.temperature },
    { points: humidityPoints(inputs.relativeHumidityPercent), most: most.humidity },
    { points: windPoints(inputs.windSpeedKmh), most: most.wind },
    { points: cloudPoints(inputs.cloudCoverPercent), most: most.cloud }
  ].filter((part) => Number.isFinite(part.points))
  const possible = parts.reduce((sum, part) => sum + part.most, 0)
  return possible === 0 ? 0 : (100 * parts.reduce((sum, part) => sum + part.points, 0)) / possible
}

function temperaturePoints(temperatureC: number): number {
  if (Number.isNaN(temperatureC)) return Number.NaN
  const passed = temperatureStepsC.filter((step) => temperatureC > step).length
  return most.temperature * (1 - passed / temperatureStepsC.length)
}

function humidityPoints(percent: number): number {
  if (Number.isNaN(percent)) return Number.NaN
  if (percent > 80) return most.humidity
  return percent > 60 ? most.humidity / 2 : 0
}

function windPoints(kmh: number): number {
  if (Number.isNaN(kmh)) return Number.NaN
  if (kmh < 5) return most.wind
  return kmh < 10 ? most.wind / 2 : 0
}

function cloudPoints(percent: number): number {
  if (Number.isNaN(percent)) return Number.NaN
  if (percent < 20) return most.cloud
  return percent < 50 ? most.cloud / 2 : 0
}
