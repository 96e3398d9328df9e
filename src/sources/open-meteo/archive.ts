/** Daily minima of years gone by, from the reanalysis. */
import type { Answer } from '../http-json.ts'
import { requireNear, unusable } from '../json-reader.ts'
import type { ArchiveCapability, SourceLimits } from '../source.ts'
import { gridOf, parseMinima } from './parse.ts'
import { minimaUrl } from './url.ts'

/** Of ERA5-Land, the finest grid of the archive (open-meteo.com/en/docs/historical-weather-api). */
const cellDegrees = 0.1
/** Calls are counted in steps of two weeks (open-meteo.com/en/pricing). */
const daysOfOneCall = 14

export function openMeteoArchive({
  url: base,
  limits,
  put
}: {
  readonly url: string
  readonly limits: SourceLimits
  readonly put: (url: string, signal: AbortSignal) => Promise<Answer>
}): ArchiveCapability {
  return {
    limits,
    name: 'Open-Meteo historical weather (ERA5 and ECMWF IFS, CC BY 4.0)',
    cellDegrees,
    costOf: ({ fromDay, toDay }) => Math.max(1, (toDay - fromDay + 1) / daysOfOneCall),
    fetch: async (request, signal) => {
      const answer = await put(minimaUrl(base, request), signal)
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      requireNear(gridOf(answer.json), request)
      return parseMinima(answer.json)
    }
  }
}
