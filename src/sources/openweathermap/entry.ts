/** OpenWeatherMap's line in the registry. */
import { sourceEntry } from '../source-entry.ts'
import { openWeatherMapEnvironment } from './config.ts'
import { createOpenWeatherMap } from './openweathermap.ts'

export const openWeatherMap = sourceEntry({
  environment: openWeatherMapEnvironment,
  needs: 'key',
  remedy: {
    en: 'Check the network and OPENWEATHERMAP_KEY.',
    tr: 'Ağı ve OPENWEATHERMAP_KEY değişkenini denetleyin.'
  },
  row: { provides: 'every three hours, five days', needs: '`OPENWEATHERMAP_KEY`', licence: 'ODbL' },
  create: createOpenWeatherMap
})
