/** The models after the first, blended: for watched places, from what no one else needs of the day. */
import { hourMs } from '../common/time.ts'
import { blendHours } from '../frost/blend/blend-hours.ts'
import { type ModelForecasts, type ModelsCapability, type Source, SourceError } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { lapseRatePerMetre } from '../weather/raised.ts'
import { column, endHour, type HourlySeries } from '../weather/series.ts'
import { askAside } from './ask-aside.ts'
import { modelsId } from './budget-accounts.ts'
import { sourceMs } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { packModels, unpackModels } from './packed-models.ts'
import type { StoredModels } from './snapshot.ts'

/** Models have new runs every three to six hours. */
export const modelsRefreshMs = 3 * hourMs
/** Older models say less than the first model's newest run. */
const usableMs = 12 * hourMs

/** Hours at the end of the blend over which it returns to the first model. */
const fadingHours = 24

interface ModelsQuestion {
  readonly source: Source
  readonly point: Point
  readonly watched: boolean
  /** Whether the place decides tonight: its models come before those of other places. */
  readonly decides: boolean
  readonly earlier: StoredModels | null
}

/**
 * The stored models while new, else new ones for a watched place if units are left; null: only the first model.
 * Never throws for a source's fault.
 */
export async function currentModels(
  deps: ForecastsDeps,
  question: ModelsQuestion
): Promise<StoredModels | null> {
  const { source, watched, earlier } = question
  const capability = source.models
  if (capability === undefined) return null
  const age = deps.clock() - (earlier?.fetchedAt ?? Number.NEGATIVE_INFINITY)
  const isNew = age >= 0 && age < modelsRefreshMs
  const fetched = isNew || !watched ? null : await fetchModels(deps, question, capability)
  if (fetched !== null) return fetched
  return age >= 0 && age < usableMs ? earlier : null
}

/** The same models at another height, as `raised` carries the series. @param riseM [m] */
export function raisedModels(models: StoredModels | null, riseM: number): StoredModels | null {
  if (models === null || riseM === 0) return models
  const { othersC, spreadC } = unpackModels(models.packed)
  const moved = othersC.map((value) => value + lapseRatePerMetre * riseM)
  return { ...models, packed: packModels({ othersC: moved, spreadC }) }
}

async function fetchModels(
  deps: ForecastsDeps,
  { source, point, decides }: ModelsQuestion,
  capability: ModelsCapability
): Promise<StoredModels | null> {
  const asked = await askAside(deps, {
    id: modelsId(source),
    point,
    requester: 'watched',
    pay: () => deps.budget.takeSpare(source, capability.costUnits, decides),
    fetch: async () => {
      const answer = await capability.fetch(point, deps.abortAfter(sourceMs))
      if (answer.models.get(capability.first)?.every(Number.isNaN) ?? true)
        throw new SourceError('unusable', 'the first model has no temperature')
      return storedModels(answer, capability, deps.clock())
    }
  })
  return 'answer' in asked ? asked.answer : null
}

/** The blend of an answer; null where no model is left. */
function storedModels(
  { startHour, models }: ModelForecasts,
  { first, names }: ModelsCapability,
  at: number
): StoredModels | null {
  const from = Math.floor(at / hourMs) + 1 - startHour
  const hoursOf = (name: string) => ({ name, temperaturesC: models.get(name) ?? new Float32Array() })
  const blend = blendHours({ first: hoursOf(first), others: names.map(hoursOf), from })
  if (blend === null) return null
  const { firstShare, left } = blend
  return {
    startHour: startHour + from,
    packed: packModels(blend),
    firstShare,
    names: [first, ...blend.names],
    left,
    fetchedAt: at
  }
}

/**
 * The series with the blended temperature from an hour on, where the models are known: hours gone by are the first
 * model's analysis. Over the last day of these it goes back to the first model's, so that no hour jumps. Dew point and
 * apparent temperature move with it, so that the humidity stays.
 */
export function blendedSeries(
  series: HourlySeries,
  models: StoredModels | null,
  fromHour: number
): HourlySeries {
  if (models === null) return series
  const { startHour, firstShare } = models
  const { othersC } = unpackModels(models.packed)
  const until = startHour + othersC.length
  const blended = { ...series, values: series.values.slice() }
  const temperature = column(blended, 'temperature')
  const moved = [temperature, column(blended, 'dewPoint'), column(blended, 'apparentTemperature')]
  for (
    let hour = Math.max(startHour, series.startHour, fromHour);
    hour < Math.min(endHour(series), until);
    hour++
  ) {
    const index = hour - series.startHour
    const differenceC = (othersC[hour - startHour] ?? Number.NaN) - (temperature[index] ?? Number.NaN)
    const share = (1 - firstShare) * Math.min(1, (until - hour) / fadingHours)
    if (Number.isNaN(differenceC)) continue
    for (const values of moved) values[index] = (values[index] ?? Number.NaN) + share * differenceC
  }
  return blended
}

/** What the other models say about each hour of a series, to judge single hours by; undefined without models. */
export function supportOf(series: HourlySeries, models: StoredModels | null): Float64Array | undefined {
  if (models === null) return undefined
  const { othersC } = unpackModels(models.packed)
  return Float64Array.from(
    { length: series.hours },
    (_, index) => othersC[series.startHour + index - models.startHour] ?? Number.NaN
  )
}
