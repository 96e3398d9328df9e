/** MET Norway's line in the registry. */
import { sourceEntry } from '../source-entry.ts'
import { metNorwayEnvironment } from './config.ts'
import { createMetNorway } from './met-norway.ts'

export const metNorway = sourceEntry({
  environment: metNorwayEnvironment,
  needs: 'contact',
  remedy: {
    en: 'Check the network and MET_NORWAY_CONTACT: MET Norway refuses requests that do not say how to reach their sender.',
    tr: 'Ağı ve MET_NORWAY_CONTACT değişkenini denetleyin: MET Norway, gönderenine ulaşılamayan istekleri reddeder.'
  },
  row: {
    provides: 'hourly for two to three days, then every six hours to the ninth day',
    needs: '`MET_NORWAY_CONTACT`',
    licence: 'CC BY 4.0'
  },
  create: createMetNorway
})
