/** What the operator can set for Open-Meteo. */

import type { SettingsOf } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'

/** The public server: 10,000 calls a day, non-commercial use (open-meteo.com/en/terms). */
export const publicOpenMeteoUrl = 'https://api.open-meteo.com'

/** The public server for ensemble members; the provider counts the calls to both servers together. */
export const publicEnsembleUrl = 'https://ensemble-api.open-meteo.com'

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
    "Open-Meteo's server for weather gone by, from which the stage of a crop is estimated.",
    'https://archive-api.open-meteo.com'
  )
} as const

export type OpenMeteoSettings = SettingsOf<typeof openMeteoEnvironment>
