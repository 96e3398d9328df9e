import { listVariable, type SettingsOf, textVariable, wholeNumberVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'
import type { JsonAnswer } from '../http-json.ts'
import { requireNear } from '../json-reader.ts'
import type { ModelsCapability } from '../source.ts'
import { gridOf, parseModels } from './parse.ts'
import { modelDays, modelsUrl } from './url.ts'

/* Several models in one answer (open-meteo.com/en/docs, `models=`). */

export const bestMatch = 'best_match'

const knownModels = [
  'ecmwf_ifs025',
  'ecmwf_aifs025_single',
  'gfs_seamless',
  'icon_seamless',
  'meteofrance_seamless',
  'ukmo_seamless',
  'gem_seamless',
  'jma_seamless',
  'cma_grapes_global',
  'bom_access_global',
  'kma_seamless',
  'metno_seamless'
] as const

type KnownModel = (typeof knownModels)[number] | 'none'

/** From four centres, alongside the best match, which in Europe mostly is DWD's. */
export const usualModels: readonly KnownModel[] = [
  'ecmwf_ifs025',
  'gfs_seamless',
  'meteofrance_seamless',
  'ukmo_seamless'
]

/** Calls are counted in steps of two weeks and of ten variables, one for each model (open-meteo.com/en/pricing). */
const variablesOfOneCall = 10
export const daysOfOneCall = 14

/** Asks without a condition. */
export type Ask = (url: string, signal: AbortSignal) => Promise<JsonAnswer>

export function openMeteoModels(deps: {
  readonly url: string
  readonly chosen: readonly KnownModel[]
  readonly ask: Ask
}): ModelsCapability | undefined {
  const others = deps.chosen.filter((name) => name !== 'none')
  if (others.length === 0) return undefined
  const names = [bestMatch, ...others]
  const days = modelDays.past + modelDays.ahead
  return {
    first: bestMatch,
    names: others,
    costUnits: Math.max(names.length / variablesOfOneCall, 1) * Math.max(days / daysOfOneCall, 1),
    fetch: async (point, signal) => {
      const { json } = await deps.ask(modelsUrl(deps.url, point, names), signal)
      requireNear(gridOf(json), point)
      return parseModels(json, names)
    }
  }
}

/** The public server: 10,000 calls a day, non-commercial use (open-meteo.com/en/terms). */
export const publicOpenMeteoUrl = 'https://api.open-meteo.com'

/** The provider counts the calls to both public servers together. */
export const publicEnsembleUrl = 'https://ensemble-api.open-meteo.com'

export const publicArchiveUrl = 'https://archive-api.open-meteo.com'

export const publicEarlierRunsUrl = 'https://previous-runs-api.open-meteo.com'

export const openMeteoEnvironment = {
  url: serverVariable(
    'OPEN_METEO_URL',
    "Open-Meteo's forecast server; one's own server has no daily quota.",
    publicOpenMeteoUrl
  ),
  ensembleUrl: serverVariable(
    'OPEN_METEO_ENSEMBLE_URL',
    "Open-Meteo's server for ensemble members.",
    publicEnsembleUrl
  ),
  archiveUrl: serverVariable(
    'OPEN_METEO_ARCHIVE_URL',
    "Open-Meteo's server for weather gone by, for the stage of a crop and for first and last frosts.",
    publicArchiveUrl
  ),
  earlierRunsUrl: serverVariable(
    'OPEN_METEO_PREVIOUS_RUNS_URL',
    "Open-Meteo's server for what was forecast for past hours, from which a new place gets its first record.",
    publicEarlierRunsUrl
  ),
  models: listVariable<KnownModel>({
    name: 'OPEN_METEO_MODELS',
    description:
      'Models that are blended with the best match at watched places, or none. Default: ' +
      'ECMWF, GFS, Météo-France and UK Met Office at the public server, none at your own.',
    words: [...knownModels, 'none']
  }),
  key: textVariable({
    name: 'OPEN_METEO_KEY',
    description: "Key of a paid plan of Open-Meteo; its customers' servers then replace the public ones.",
    secret: true,
    pattern: /^[A-Za-z0-9_-]{8,128}$/,
    allowed: {
      en: '8 to 128 letters, digits, - and _',
      tr: '8–128 karakter: harf, rakam, - ve _'
    },
    remedy: {
      en: 'Copy the key as it is in the customer portal of Open-Meteo, without quotes or spaces.',
      tr: 'Anahtarı Open-Meteo müşteri sayfasındaki gibi, tırnaksız ve boşluksuz kopyalayın.'
    }
  }),
  callsPerDay: wholeNumberVariable(
    'OPEN_METEO_CALLS_PER_DAY',
    'Calls a day with `OPEN_METEO_KEY`: those of your plan in a month, divided by 31.',
    { default: 32_000, min: 100, max: 100_000_000 }
  )
} as const

export type OpenMeteoSettings = SettingsOf<typeof openMeteoEnvironment>

/** The servers that are asked: with a key those for customers, except where the operator has named one's own. */
export function serversOf({
  key,
  ...given
}: OpenMeteoSettings): Pick<OpenMeteoSettings, 'url' | 'ensembleUrl' | 'archiveUrl' | 'earlierRunsUrl'> {
  const of = (url: string): string =>
    key !== null && publicServers.includes(url) ? url.replace('https://', 'https://customer-') : url
  return {
    url: of(given.url),
    ensembleUrl: of(given.ensembleUrl),
    archiveUrl: of(given.archiveUrl),
    earlierRunsUrl: of(given.earlierRunsUrl)
  }
}

const publicServers = [publicOpenMeteoUrl, publicEnsembleUrl, publicArchiveUrl, publicEarlierRunsUrl]
