/** MET Norway's line in the registry. */
import { sourceEntry } from '../source-entry.ts'
import { metNorwayEnvironment } from './config.ts'
import { createMetNorway } from './met-norway.ts'

export const metNorway = sourceEntry({
  environment: metNorwayEnvironment,
  needs: 'contact',
  remedy: {
    en:
      'Check the network and MET_NORWAY_CONTACT: MET Norway refuses requests that do not say how to reach their ' +
      'sender.',
    tr: 'Ağı ve MET_NORWAY_CONTACT değişkenini denetleyin: MET Norway, gönderenine ulaşılamayan istekleri reddeder.'
  },
  row: {
    provides: 'hourly for two to three days, then every six hours to the ninth day',
    needs: '`MET_NORWAY_CONTACT`',
    licence: 'CC BY 4.0'
  },
  notes: ({ contact }) =>
    contact === null
      ? [
          {
            text: {
              en:
                'MET_NORWAY_CONTACT is not set: there is no second source when Open-Meteo is away or its day is ' +
                'spent',
              tr:
                'MET_NORWAY_CONTACT ayarlı değil: Open-Meteo’ya ulaşılamazsa ya da günlük bütçesi biterse ' +
                'ikinci bir kaynak yok'
            },
            remedy: {
              en: 'Set it to your mail address or site: it costs nothing, needs no key, and has no daily budget.',
              tr: 'E-posta adresinizi ya da sitenizi yazın: ücretsizdir, anahtar istemez, günlük bütçesi yoktur.'
            }
          }
        ]
      : [],
  create: createMetNorway
})
