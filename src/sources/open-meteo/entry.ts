/** Open-Meteo's line in the registry. */
import { sourceEntry } from '../source-entry.ts'
import { openMeteoEnvironment } from './config.ts'
import { createOpenMeteo } from './open-meteo.ts'

export const openMeteo = sourceEntry({
  environment: openMeteoEnvironment,
  needs: null,
  remedy: null,
  row: {
    provides: 'hourly, up to 16 days, for every place; ensemble members',
    needs:
      'nothing (10,000 calls a day, non-commercial), `OPEN_METEO_KEY` of a paid plan, or your own server',
    licence: 'CC BY 4.0'
  },
  create: createOpenMeteo
})
