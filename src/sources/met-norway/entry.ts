import { hourMs, hourSeconds } from '../../common/time.ts'
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import type { Point } from '../../weather/point.ts'
import { solarNoonAt, sunTimesAround } from '../../weather/sun.ts'
import { ask } from '../http-json.ts'
import { requireNear } from '../json-reader.ts'
import { type Source, type SourceCredit, SourceError, sourceEntry } from '../source.ts'
import { parseForecast } from './parse.ts'

/** MET answers 403 to clients that do not say how to be reached (api.met.no/doc/TermsOfService). */
const contact = textVariable({
  name: 'MET_NORWAY_CONTACT',
  description:
    "Your mail address or site, sent to MET Norway in the User-Agent; without it MET Norway isn't asked.",
  pattern: /^([^\s@()<>"\\]+@[^\s@()<>"\\.]+(\.[^\s@()<>"\\.]+)+|https?:\/\/[^\s()<>"\\]+)$/,
  allowed: {
    en: 'a mail address or the address of a site',
    tr: 'bir e-posta adresi ya da bir sitenin adresi'
  },
  remedy: {
    en: 'Give an address at which MET Norway can reach you, for example weather@example.org.',
    tr: 'MET Norway’in size ulaşabileceği bir adres verin; örneğin weather@example.org.'
  }
})

const metNorwayEnvironment = {
  url: serverVariable(
    'MET_NORWAY_URL',
    "MET Norway's server or a caching proxy before it.",
    'https://api.met.no'
  ),
  contact
} as const

const credit: SourceCredit = {
  id: 'met-norway',
  name: 'MET Norway',
  license: 'CC-BY-4.0',
  url: 'https://www.met.no/en',
  attribution: 'Based on data from MET Norway (CC BY 4.0)'
}

const publicUrl = 'https://api.met.no'

/** MET Norway as a source. Without a contact it is never asked: MET would answer 403. */
function createMetNorway(
  { url, contact }: SettingsOf<typeof metNorwayEnvironment>,
  send: SendRequest,
  clock: () => number
): Source {
  return {
    credit,
    limits: {
      // Outside the Nordic countries the numbers are ECMWF's, which are renewed every six hours.
      updatePeriodSeconds: 6 * hourSeconds,
      dailyBudget: null,
      costOf: () => 1,
      isPublic: url === publicUrl
    },
    synthetic: false,
    fetchForecast: async ({ point, previous }, signal) => {
      if (contact === null) throw new SourceError('refused', 'MET_NORWAY_CONTACT is not set')
      const answer = await ask({
        send,
        url: forecastUrl(url, point),
        headers: { 'user-agent': `Ayaz-frost-warnings/0.1 ${contact}` },
        previous,
        signal,
        now: clock(),
        isNotCovered: (status) => status === 422
      })
      if (answer.kind === 'not_modified') return answer
      const { validators, expiresAt } = answer
      const parsed = parseForecast(answer.json, (first, last) => sunriseHours(point, first, last))
      requireNear(parsed.grid, point)
      // 203 says that this version of the service is to be switched off (api.met.no/doc/TermsOfService).
      const warning = 'MET Norway calls this version of its service deprecated.'
      const warned = answer.status === 203 && { warning }
      return { kind: 'forecast', ...parsed, expiresAt, validators, model: null, ...warned }
    }
  }
}

/** At most four decimals are allowed, or the answer is 403; ours have three. Whole metres of altitude. */
function forecastUrl(base: string, { lat, lon, elevation }: Point): string {
  const altitude = elevation === null ? '' : `&altitude=${Math.round(Math.max(elevation, -500))}`
  return `${base}/weatherapi/locationforecast/2.0/complete?lat=${lat.toFixed(3)}&lon=${lon.toFixed(3)}${altitude}`
}

/** In hours since the epoch; none where the sun does not rise. */
function sunriseHours({ lat, lon }: Point, firstHour: number, lastHour: number): readonly number[] {
  const hours: number[] = []
  for (let day = Math.floor(firstHour / 24) - 1; day <= Math.ceil(lastHour / 24) + 1; day++) {
    const { sunriseAt } = sunTimesAround(solarNoonAt(day, lon), lat, lon)
    if (sunriseAt !== null) hours.push(sunriseAt / hourMs)
  }
  return hours
}

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
