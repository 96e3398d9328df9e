import { expect, it } from 'vitest'
import { publicEnsembleUrl, publicOpenMeteoUrl } from '../sources/open-meteo/config.ts'
import { createOpenMeteo } from '../sources/open-meteo/open-meteo.ts'
import { ensembleChoice } from './ensemble.ts'

it.each([
  [publicOpenMeteoUrl, publicEnsembleUrl, false],
  ['https://weather.example.org', publicEnsembleUrl, false],
  ['https://weather.example.org', 'https://members.example.org', true],
  [publicOpenMeteoUrl, 'https://members.example.org', true]
])('ENSEMBLE=auto with %s and %s: %s', (url, ensembleUrl, expected) => {
  const settings = {
    url,
    ensembleUrl,
    models: null,
    earlierRunsUrl: 'https://previous-runs-api.open-meteo.com',
    archiveUrl: '',
    key: null,
    callsPerDay: 32_000
  }
  const source = createOpenMeteo(
    settings,
    () => Promise.reject(new Error('nothing is sent')),
    () => 0
  )
  expect(ensembleChoice('auto')(source, true)).toBe(expected)
  expect(ensembleChoice('auto')(source, false)).toBe(false)
})
