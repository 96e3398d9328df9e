import type { Note } from '../../config/environment.ts'
import { sourceEntry } from '../source.ts'
import { type OpenMeteoSettings, openMeteoEnvironment, publicOpenMeteoUrl } from './config.ts'
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
  notes,
  create: createOpenMeteo
})

function notes({ url, key }: OpenMeteoSettings): readonly Note[] {
  if (key !== null) return []
  return [url === publicOpenMeteoUrl ? freeServer : ownServer]
}

const freeServer: Note = {
  text: {
    en:
      'the free server is for non-commercial use; a cooperative or company that is paid for its service counts ' +
      'as commercial',
    tr:
      'ücretsiz sunucu ticari olmayan kullanım içindir; hizmetinden gelir sağlayan kooperatif ya da şirket ' +
      'ticari sayılır'
  },
  remedy: {
    en: 'Where anyone pays, take a key (OPEN_METEO_KEY) or run a server of your own (OPEN_METEO_URL).',
    tr: 'Hizmet ücretliyse bir anahtar alın (OPEN_METEO_KEY) ya da kendi sunucunuzu kurun (OPEN_METEO_URL).'
  }
}

const ownServer: Note = {
  text: {
    en:
      'DWD publishes ICON-EU on its regular grid until 30 November 2026 only; a server of your own with ' +
      'dwd_icon_eu needs a version that reads the native grid',
    tr:
      'DWD, ICON-EU modelini düzenli ızgarada yalnızca 30 Kasım 2026’ya kadar yayımlıyor; dwd_icon_eu kullanan ' +
      'kendi sunucunuzun doğal ızgarayı okuyan bir sürüm olması gerekir'
  },
  remedy: {
    en:
      'Update the image of Open-Meteo, and look after that day whether new runs of dwd_icon_eu arrive; without ' +
      'them leave it out.',
    tr:
      'Open-Meteo imajını güncelleyin ve o günden sonra yeni dwd_icon_eu koşularının gelip gelmediğine bakın; ' +
      'gelmiyorsa bu modeli çıkarın.'
  }
}
