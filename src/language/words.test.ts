import { expect, test } from 'vitest'
import {
  appearanceLabel,
  confidenceLabel,
  explanation,
  exposureLabel,
  frostTypeLabel,
  levelLabel,
  listed,
  mgmLabel,
  missingInputsLabel,
  riskLabel
} from './frost-words.ts'
import { compassLabel, weatherLabel } from './labels.ts'
import { languageOf } from './language.ts'
import { noticeCodes, noticeMessage } from './notices.ts'

test('each level has its word', () => {
  expect(levelLabel('severe', 'tr')).toBe('Çok yüksek')
  expect(levelLabel('low', 'tr')).toBe('Düşük')
  expect(riskLabel('none', 'en')).toBe('No frost risk')
  expect(mgmLabel('kuvvetli', 'tr')).toBe('Kuvvetli zirai don')
  expect(frostTypeLabel('radiation', 'tr')).toBe('Büyük olasılıkla radyasyon donu')
  expect(appearanceLabel('white', 'tr')).toBe('Kırağı beklenir (beyaz don)')
  expect(confidenceLabel('low', 'en')).toBe('Low confidence')
  expect(exposureLabel('vine', 'tr')).toBe('Asma yüksekliğinde')
})

test('weather codes of the forecast subset have words and others have none', () => {
  expect(weatherLabel(0, 'tr')).toBe('Açık')
  expect(weatherLabel(48, 'en')).toBe('Freezing fog')
  expect(weatherLabel(95, 'tr')).toBe('Gök gürültülü sağanak yağışlı')
  expect(weatherLabel(4, 'en')).toBeNull()
  expect(weatherLabel(null, 'tr')).toBeNull()
})

test('a wind is named by the quarter it comes from, also across north', () => {
  expect(compassLabel(359, 'tr')).toBe('K')
  expect(compassLabel(230, 'tr')).toBe('GB')
  expect(compassLabel(230, 'en')).toBe('SW')
  expect(compassLabel(null, 'en')).toBeNull()
})

test('lists join their last two words', () => {
  expect(listed(['a', 'b', 'c'], 'en')).toBe('a, b and c')
  expect(missingInputsLabel(['cloud_cover', 'wind_speed'], 'tr')).toBe('bulutluluk ve rüzgâr')
})

test('the explanation tells all three parts and the direction of the uncertain one', () => {
  expect(explanation({ airTemperature: 22, radiation: 31.4, uncertainty: -4.2 }, 'en')).toBe(
    'The cold of the air gives 22.0 points, plants cooling below the air adds 31.4, and the uncertainty of the forecast takes away 4.2.'
  )
  expect(explanation({ airTemperature: 22, radiation: 31.4, uncertainty: 4.2 }, 'tr')).toBe(
    'Havanın soğukluğu 22,0 puan veriyor, bitkinin gece havadan daha fazla soğuması 31,4 puan ekliyor, tahminin belirsizliği 4,2 puan ekliyor.'
  )
})

test('every notice is a whole sentence in both languages, with and without its parameters', () => {
  for (const code of noticeCodes) {
    for (const lang of ['en', 'tr'] as const) {
      expect(noticeMessage(code, {}, lang)).toMatch(/^[\p{Lu}\d].*\.$/u)
      expect(noticeMessage(code, {}, lang)).not.toContain('undefined')
    }
  }
})

test('the notice of a namesake says where the place lies and what else may have been meant', () => {
  const parameters = { place: { name: 'Soma', region: 'Fukushima', country: 'JP' }, slugs: ['manisa-soma'] }
  expect(noticeMessage('homonym', parameters, 'tr')).toBe(
    'Bu yer: Soma, Fukushima, Japonya. Türkiye’de aynı adı taşıyan ilçe: manisa-soma.'
  )
  expect(noticeMessage('homonym', { ...parameters, slugs: ['antalya-aksu', 'isparta-aksu'] }, 'en')).toBe(
    'This is Soma, Fukushima, Japan. In Türkiye, districts have the same name: antalya-aksu, isparta-aksu.'
  )
})

test('notices count correctly', () => {
  expect(noticeMessage('horizon_truncated', { requested: 10, available: 1 }, 'en')).toBe(
    'The source forecasts 1 day of the 10 asked for.'
  )
  expect(noticeMessage('horizon_truncated', { requested: 10, available: 5 }, 'tr')).toBe(
    'İstenen 10 gün yerine 5 günlük tahmin var.'
  )
  const slots = { requested: 40, available: 17, span: 'slot' } as const
  expect(noticeMessage('horizon_truncated', slots, 'en')).toBe(
    'The source forecasts 17 3-hour slots of the 40 asked for.'
  )
  expect(noticeMessage('horizon_truncated', slots, 'tr')).toBe(
    'İstenen 40 dilim yerine üç saatlik 17 dilimin tahmini var.'
  )
  expect(noticeMessage('nights_unknown', { count: 1 }, 'en')).toBe(
    '1 night has no score because data are missing.'
  )
  expect(noticeMessage('nights_unknown', { count: 2 }, 'tr')).toBe(
    'Veri eksik olduğu için 2 gecenin puanı yok.'
  )
  expect(noticeMessage('stale_data', { ageHours: 14.2 }, 'tr')).toBe(
    'Yeni tahmin zamanında gelmedi; eldeki tahmin 14 saat önce kontrol edildi.'
  )
  expect(noticeMessage('inputs_missing', { inputs: ['dew_point'] }, 'en')).toBe(
    'No dew point in the data, so a usual value was taken and the range is wider.'
  )
})

test('the language follows what the browser prefers', () => {
  expect(languageOf('tr-TR,tr;q=0.9,en;q=0.8')).toBe('tr')
  expect(languageOf('de-DE,en;q=0.5,tr;q=0.7')).toBe('tr')
  expect(languageOf('en;q=0, tr;q=0.1')).toBe('tr')
  expect(languageOf('')).toBe('en')
  expect(languageOf('*;q=x')).toBe('en')
})
