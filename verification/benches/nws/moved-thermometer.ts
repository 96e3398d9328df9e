/**
 * Every city's thermometer moves to a place 3 °C warmer in the middle of the year: does the range hold again within
 * sixty nights?
 */
import { givenAfterEach } from '../../../src/frost/learned-site.ts'
import { type BenchOutcome, observedRows } from '../../bench.ts'
import { at, pick, rowsWhere } from '../../data/sequence.ts'
import type { CityLaws } from '../../fit/air-laws.ts'
import { gaussianMethod } from '../../method.ts'
import { defaultForecast } from './default-forecast.ts'
import type { NwsForecasts } from './forecasts.ts'
import { ownRecord } from './own-record.ts'

const movedC = 3
const nightsToRecover = 60
const method = 'FROST-P learned'

/** The nights from the sixtieth after the move on, a day ahead. */
export function movedThermometer(data: NwsForecasts, { lawsOf, sourceOf }: CityLaws): BenchOutcome {
  const { days, values } = data.observedC
  const movedFrom = Math.floor(days / 2)
  const dayOf = (cell: number) => cell % days
  const observedC = {
    ...data.observedC,
    values: values.map((value, cell) => (dayOf(cell) >= movedFrom ? value + movedC : value))
  }
  const forecast = defaultForecast(data, 24, lawsOf)
  const lawOf = (city: number) => lawsOf(city).airSpread
  const learning = { observedC, forecast, lawOf, sourceOf: sourceOf(24) }
  const { biasC, sigmaC } = ownRecord(learning, (nights, usualVarianceC2, city) =>
    givenAfterEach(nights, usualVarianceC2, lawsOf(city).learning)
  )
  const cells = rowsWhere(values.length, (cell) => {
    const isScored = dayOf(cell) >= movedFrom + nightsToRecover
    return isScored && Number.isFinite(at(observedC.values, cell) + at(forecast.meanC, cell))
  })
  const scoredC = pick(observedC.values, cells)
  const meanC = Float64Array.from(cells, (cell) => at(forecast.meanC, cell) + at(biasC, cell))
  return {
    bench: 'nws_lows 24 h, thermometer moved by 3 °C',
    split: `minima of the second half of the year are raised by 3 °C; scored from the ${nightsToRecover}th night after that on`,
    ...observedRows(
      scoredC,
      Float64Array.from(cells, (cell) => data.firstDay + dayOf(cell))
    ),
    placeOf: cells.map((cell) => Math.floor(cell / days)),
    reference: null,
    methods: [gaussianMethod(method, { meanC, sigmaC: pick(sigmaC, cells) }, scoredC)],
    gates: [],
    comparisons: [],
    ranges: [{ method, duty: 'must', adapts: true, windowsOnly: true }],
    notes: ['no sensor is set aside here, as the service does where a sensor jumps further']
  }
}
