import { describe, expect, test } from 'vitest'
import type { AlertMessage, MessageNight } from '../message-ports.ts'
import { instructionSentence, renderAlert } from './render-alert.ts'

/** Turkish time is UTC+3 all year. */
const local = (day: number, hour: number, minute = 0) => Date.UTC(2026, 3, day, hour - 3, minute)

const night: MessageNight = {
  date: '2026-04-12',
  standing: 'raised',
  before: null,
  score: 62.4,
  level: 'high',
  airTemperatureMinC: -0.9,
  plantTemperatureMinC: -3.1,
  plantTemperatureP10C: -5.6,
  plantTemperatureP90C: -0.5,
  frostProbability: 0.98,
  distribution: null,
  coldestAt: local(12, 5),
  frostFromAt: local(12, 1),
  frostToAt: local(12, 7),
  sunsetAt: local(11, 18, 9),
  sunriseAt: local(12, 5, 4),
  overAt: local(12, 7),
  frostType: 'radiation',
  appearance: 'white',
  expectedDamagePercent: 34.2,
  updatedBy: null
}

const message: AlertMessage = {
  kind: 'raised',
  urgency: 'alarm',
  endsDataGap: false,
  tonight: null,
  subscriptionId: 's1',
  channel: 'email',
  language: 'en',
  label: 'Lower orchard',
  threshold: 50,
  place: {
    slug: 'malatya-battalgazi',
    name: 'Battalgazi',
    region: 'Malatya',
    country: 'TR',
    timezone: 'Europe/Istanbul'
  },
  crop: { crop: 'apricot', stage: 'full-bloom', exposure: null, stageIsOld: false },
  nights: [night],
  issuedAt: local(11, 19),
  confirmedAt: local(11, 21),
  attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
  synthetic: false,
  createdAt: local(11, 22),
  links: {
    placeUrl: 'https://ayaz.example/en/place/malatya-battalgazi',
    unsubscribeUrl: 'https://ayaz.example/u/token',
    manageUrl: null,
    confirmUrl: null
  },
  challenge: null
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const text = (change: Partial<AlertMessage>) => plain(renderAlert({ ...message, ...change }).text)
const title = (change: Partial<AlertMessage>) =>
  plain(renderAlert({ ...message, label: null, ...change }).title)

describe('a raised alert says everything a grower needs at ten in the evening', () => {
  test('in English', () => {
    expect(title({})).toBe('Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
    expect(plain(renderAlert(message).short)).toBe(
      'Tonight: high damage risk (62/100). Plant minimum −3.1 °C (range −5.6 … −0.5 °C), around 05:00. Hours of harmful cold 01:00–08:00.'
    )
    expect(text({})).toBe(`Battalgazi (Malatya): high damage risk, tonight.

Tonight (night of 11–12 April)
Score: 62 / 100 (High)
Plant minimum: −3.1 °C (range −5.6 … −0.5 °C), around 05:00
Air minimum (2 m): −0.9 °C
Hours of harmful cold: 01:00–08:00
Sunset and sunrise: 18:09, 05:04
Kind: Probably radiation frost (clear and calm: the ground loses its heat to the sky). Hoar is likely (white frost)
Expected damage: about 34% of buds or flowers

Your name for it: Lower orchard
Crop: Apricot, full bloom
Your threshold: 50 / 100
Forecast from: 11 April, 19:00

Details: https://ayaz.example/en/place/malatya-battalgazi
Stop these messages: https://ayaz.example/u/token

Weather data by Open-Meteo.com (CC BY 4.0)
`)
  })

  test('in Turkish', () => {
    expect(title({ language: 'tr' })).toBe('Bu gece bitki −3,1 °C, 01–08: Battalgazi kayısı')
    expect(plain(renderAlert(message, 'tr').short)).toBe(
      'Bu gece: yüksek zarar riski (62/100). Bitki yüzeyinde en düşük −3,1 °C (aralık −5,6 … −0,5 °C), 05.00 sularında. Zarar beklenen saatler 01.00–08.00.'
    )
    expect(text({ language: 'tr' })).toBe(`Battalgazi (Malatya): yüksek zarar riski, bu gece.

Bu gece (11/12 Nisan gecesi)
Puan: 62 / 100 (Yüksek)
Bitki yüzeyinde en düşük: −3,1 °C (aralık −5,6 … −0,5 °C), 05.00 sularında
En düşük hava sıcaklığı (2 m): −0,9 °C
Zarar beklenen saatler: 01.00–08.00
Gün batımı ve doğumu: 18.09, 05.04
Don tipi: Büyük olasılıkla radyasyon donu (açık ve durgun gece: toprak ısısını göğe verir). Kırağı beklenir (beyaz don)
Beklenen zarar: yaklaşık %34 (tomurcuk veya çiçek)

Verdiğiniz ad: Lower orchard
Ürün: Kayısı, tam çiçeklenme
Eşiğiniz: 50 / 100
Tahminin zamanı: 11 Nisan 19.00

Ayrıntılar: https://ayaz.example/en/place/malatya-battalgazi
Bu iletileri durdur: https://ayaz.example/u/token

Hava verileri: Open-Meteo.com (CC BY 4.0)
`)
  })
})

test('without a crop the hours are those of frost', () => {
  const crop = { crop: 'generic', stage: null, exposure: null, stageIsOld: false }
  expect(text({ crop })).toContain('\nFrost hours: 01:00–08:00\n')
  expect(text({ crop, language: 'tr' })).toContain('\nDon saatleri: 01.00–08.00\n')
  expect(plain(renderAlert({ ...message, crop }).short)).toContain('Frost hours 01:00–08:00.')
})

test('without a stage, too, the hours are those of frost', () => {
  const nights = [{ ...night, isWithoutStage: true as const }]
  expect(text({ nights })).toContain('\nFrost hours: 01:00–08:00\nSunset')
  expect(text({ nights, language: 'tr' })).toContain('\nDon saatleri: 01.00–08.00\nGün batımı')
  expect(plain(renderAlert({ ...message, nights }).short)).toContain('Frost hours 01:00–08:00.')
})

test('a single hour ends when it is over', () => {
  const nights = [{ ...night, frostToAt: night.frostFromAt }]
  expect(text({ nights })).toContain('\nHours of harmful cold: 01:00–02:00\n')
  expect(title({ nights, language: 'tr' })).toBe('Bu gece bitki −3,1 °C, 01–02: Battalgazi kayısı')
  expect(plain(renderAlert({ ...message, nights }, 'tr').short)).toMatch(/ler 01\.00–02\.00\.$/)
})

test('several nights are told each, and tonight stands in the title, whichever is the worst', () => {
  const worse = {
    ...{ ...night, date: '2026-04-13', score: 91, level: 'severe' as const },
    ...{ plantTemperatureMinC: -6, frostFromAt: local(13, 1), frostToAt: local(13, 7), overAt: local(13, 7) }
  }
  const both = { ...message, label: null, nights: [night, worse] }
  expect(title(both)).toBe('Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
  expect(plain(renderAlert(both).short)).toContain(
    'Also: tomorrow night plants −6.0 °C (severe damage risk).'
  )
  expect(plain(renderAlert(both, 'tr').short)).toContain(
    'Ayrıca: yarın gece bitki −6,0 °C (çok yüksek zarar riski).'
  )
  expect(text(both)).toContain('\n\nTomorrow night (night of 12–13 April)\nScore: 91 / 100 (Severe)')
  // Before dawn "tomorrow night" would be a riddle.
  const early = { ...both, createdAt: local(12, 2) }
  expect(plain(renderAlert(early).short)).toContain('Also: night of 12–13 April plants −6.0 °C')
  expect(title({ nights: [worse], createdAt: local(12, 2), language: 'tr' })).toBe(
    '12/13 Nisan gecesi bitki −6,0 °C, 01–08: Battalgazi kayısı'
  )
})

test('a lifted alert names its night and no level in the title', () => {
  const over = { ...night, standing: 'cleared' as const, score: 4.2, level: 'low' as const }
  expect(title({ kind: 'cleared', nights: [over] })).toBe('All clear: Battalgazi apricot, tonight')
  expect(text({ kind: 'cleared', nights: [over], language: 'tr' })).toContain(
    'Bu gece (11/12 Nisan gecesi) (uyarı kalktı)\nPuan: 4,2 / 100 (Düşük)'
  )
  expect(
    text({ kind: 'cleared', nights: [{ ...over, lastPreparationAt: local(11, 22, 40) }] })
  ).not.toContain('Last hour to prepare')
})

test('an all-clear says how many nights it is for in the title, and which in the short text', () => {
  const over = (date: string, day: number) =>
    ({ ...night, date, standing: 'cleared', level: 'low', overAt: local(day, 7) }) as const
  const nights = [over('2026-04-12', 12), over('2026-04-13', 13), over('2026-04-14', 14)]
  const all = { kind: 'cleared' as const, nights, label: null }
  expect(title(all)).toBe('All clear: Battalgazi apricot, tonight and 2 more nights')
  expect(title({ ...all, language: 'tr' })).toBe('Uyarı kalktı: Battalgazi kayısı, bu gece ve 2 gece daha')
  expect(title({ ...all, nights: nights.slice(1) })).toContain(', tomorrow night and 1 more night')
  const short = (lang: 'en' | 'tr') => plain(renderAlert({ ...message, ...all }, lang).short)
  expect(short('en')).toMatch(/ Alert also lifted: tomorrow night; night of 13–14 April\.$/)
  expect(short('tr')).toMatch(/ Uyarısı kalkan diğer geceler: yarın gece; 13\/14 Nisan gecesi\.$/)
})

test('an all-clear is none while a risk remains below the threshold', () => {
  const below = {
    ...{ ...night, standing: 'cleared' as const, score: 31, level: 'moderate' as const },
    plantTemperatureMinC: -2.6
  }
  const message = { kind: 'cleared' as const, nights: [below] }
  expect(title(message)).toBe(
    'Threshold no longer reached: tonight score 31, plants −2.6 °C: Battalgazi apricot'
  )
  expect(title({ ...message, language: 'tr' })).toBe(
    'Eşiğinize artık ulaşmıyor: bu gece puan 31, bitki −2,6 °C: Battalgazi kayısı'
  )
  expect(text(message)).toContain('but a risk remains: watch your thermometer.\n')
  const turkish = text({ ...message, language: 'tr' })
  expect(turkish).toMatch(/^Gece artık eşiğinize ulaşmıyor ama risk sürüyor: termometrenizi izleyin\./)
  expect(turkish).toContain('gecesi) (eşiğinize artık ulaşmıyor)\nPuan: 31 / 100 (Orta)')
  for (const words of [title(message), text(message)]) expect(words).not.toMatch(/all clear|lifted|over\b/i)
  expect(turkish).not.toMatch(/kalktı|geçti/)
  // Of several nights the one that keeps a risk is named.
  const mild = { ...below, date: '2026-04-11', score: 2, level: 'low' as const, overAt: local(11, 23) }
  expect(title({ ...message, nights: [mild, below] })).toContain('score 31')
  const atBuds = { temperatureC: -2, of: 'plant', probability: 0.5 } as const
  expect(title({ ...message, threshold: atBuds })).toContain(': tonight plants −2.6 °C: ')
})

test('only the night that the message is about is told in full', () => {
  const later = { ...night, date: '2026-04-13', overAt: local(13, 7) }
  for (const kind of ['raised', 'updated', 'dusk', 'blind'] as const) {
    const both = text({ kind, nights: [night, later] })
    expect(both.match(/Sunset and sunrise|Expected damage|Air minimum/g)).toHaveLength(3)
    expect(both).toContain(`Tomorrow night (night of 12–13 April)${kind === 'blind' ? ' (last known)' : ''}
Score: 62 / 100 (High)
Plant minimum: −3.1 °C (range −5.6 … −0.5 °C), around 05:00
Hours of harmful cold: 01:00–08:00

Your name for it`)
  }
})

test('the dusk message is about tonight', () => {
  expect(title({ kind: 'dusk' })).toBe('Reminder: Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
})

describe('the last hour to prepare, which dry air brings hours before the harm', () => {
  const nights = [{ ...night, lastPreparationAt: local(11, 22, 40) }]
  const short = (lang: 'en' | 'tr', createdAt = message.createdAt) =>
    plain(renderAlert({ ...message, nights, createdAt }, lang).short)

  test('stands in the title, the short text and the facts', () => {
    expect(title({ nights })).toBe('Tonight plants −3.1 °C, 01–08, ready by 22:40: Battalgazi apricot')
    expect(title({ nights, language: 'tr' })).toBe(
      'Bu gece bitki −3,1 °C, 01–08, hazırlık en geç 22.40: Battalgazi kayısı'
    )
    expect(short('en')).toContain(' around 05:00. Last hour to prepare 22:40. Hours of harmful cold')
    expect(short('tr')).toContain(' 05.00 sularında. Hazırlık en geç 22.40. Zarar beklenen')
    expect(text({ nights })).toContain('\nHours of harmful cold: 01:00–08:00\nLast hour to prepare: 22:40\n')
    expect(text({ nights, language: 'tr' })).toContain('\nHazırlık en geç: 22.40\n')
  })

  test('is said to be past until the harm begins, and then left out', () => {
    const createdAt = local(11, 23)
    expect(title({ nights, createdAt })).toBe('Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
    expect(short('en', createdAt)).not.toContain('Last hour to prepare')
    expect(text({ nights, createdAt })).toContain('\nLast hour to prepare: 22:40 (past)\n')
    expect(text({ nights, createdAt, language: 'tr' })).toContain('22.40 (geçti)\n')
    expect(text({ nights, createdAt: local(12, 1) })).not.toContain('Last hour to prepare')
  })

  test('gives way to the name of the place in a long title', () => {
    const long = { ...message.place, name: 'x'.repeat(80) }
    expect(title({ nights, place: long })).not.toContain('ready by')
    expect(title({ nights, place: long })).toContain('x apricot')
  })
})

test('a span that has begun is its end: an hour of the afternoon before would be taken for one to come', () => {
  const nights = [{ ...night, frostFromAt: local(11, 13), frostToAt: local(12, 10) }]
  expect(title({ nights })).toBe('Tonight plants −3.1 °C, until 11:00: Battalgazi apricot')
  expect(title({ nights, language: 'tr' })).toBe('Bu gece bitki −3,1 °C, 11.00’e kadar: Battalgazi kayısı')
  const last = [{ ...night, frostFromAt: local(11, 19), frostToAt: local(11, 22) }]
  expect(text({ nights: last })).toContain('\nHours of harmful cold: until 23:00\n')
  const past = [{ ...night, frostFromAt: local(11, 13), frostToAt: local(11, 14) }]
  expect(title({ nights: past })).toBe('Tonight plants −3.1 °C: Battalgazi apricot')
})

test('title, text and short text say one end of a cold that is on', () => {
  for (const frostFromAt of [local(11, 12), local(11, 21), local(11, 22)])
    for (const isColdBefore of [true, undefined]) {
      const nights = [{ ...night, frostFromAt, ...(isColdBefore && { isColdBefore }) }]
      expect(title({ nights })).toContain(', until 08:00:')
      expect(text({ nights })).toContain('Hours of harmful cold: until 08:00')
      expect(plain(renderAlert({ ...message, nights }).short)).toContain('Hours of harmful cold until 08:00.')
    }
})

test('a blind night sends people to their own thermometer and tells the age of the last data', () => {
  expect(title({ kind: 'blind', language: 'tr' })).toBe(
    'Bu gece için tahmin yok: Battalgazi kayısı, bilinen son durum bitki −3,1 °C, 01–08'
  )
  expect(text({ kind: 'blind', nights: [] })).toContain('Look at your own thermometer')
  expect(text({ kind: 'blind', nights: [] })).toContain('Last data: 11 April, 21:00')
  expect(text({ kind: 'blind', confirmedAt: null })).not.toContain('Last data')
  // Six hours would be untrue of a place that was never seen.
  expect(text({ kind: 'blind', nights: [], confirmedAt: null })).toContain('No source has given a forecast')
  expect(text({ kind: 'blind', nights: [], confirmedAt: null })).not.toContain('six hours')
  expect(title({ kind: 'sighted' })).toBe(
    'Forecast restored: Tonight plants −3.1 °C, 01–08: Battalgazi apricot'
  )
})

describe('a blind night does not hide the alert that stands: what is read on a lock screen begins with it', () => {
  const short = (nights: readonly MessageNight[], lang: 'en' | 'tr') =>
    plain(renderAlert({ ...message, kind: 'blind', nights }, lang).short)
  const worseLater = {
    ...{ ...night, date: '2026-04-13', score: 91, level: 'severe' as const },
    overAt: local(13, 7)
  }

  test('in English', () => {
    expect(short([night], 'en')).toBe(
      'Alert in force (last known): tonight, high damage risk (62/100). Plant minimum −3.1 °C (range −5.6 … −0.5 °C), around 05:00. Hours of harmful cold 01:00–08:00. No source has confirmed a forecast of the coming night for at least six hours, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.'
    )
  })

  test('in Turkish', () => {
    expect(short([night], 'tr')).toBe(
      'Don uyarısı sürüyor (bilinen son durum): bu gece, yüksek zarar riski (62/100). Bitki yüzeyinde en düşük −3,1 °C (aralık −5,6 … −0,5 °C), 05.00 sularında. Zarar beklenen saatler 01.00–08.00. En az altı saattir hiçbir kaynak önümüzdeki gecenin tahminini yenilemedi; bu gece ne kadar soğuyacağını söyleyemiyoruz. Kendi termometrenize ve Meteoroloji Genel Müdürlüğüne bakın.'
    )
  })

  test('of several nights the coming one is told and the others follow', () => {
    expect(short([night, worseLater], 'en')).toMatch(
      /^Alert in force.*tonight, high.*Also: tomorrow night plants −3\.1 °C \(severe damage risk\)\. No source/
    )
    expect(short([night, worseLater], 'tr')).toMatch(
      /bu gece, yüksek.*Ayrıca: yarın gece bitki −3,1 °C \(çok yüksek zarar riski\)\. En az altı saattir/
    )
    const mild = { ...night, standing: 'seen' as const }
    expect(short([mild, worseLater], 'en')).toMatch(/^Alert in force \(last known\): tomorrow night, severe/)
  })

  test('where none stands nothing is said of one', () => {
    const mild = { ...night, standing: 'seen' as const }
    for (const nights of [[], [mild]]) expect(short(nights, 'en')).toMatch(/^No source has confirmed/)
  })
})

test('demo and test messages say so in the title and first of all', () => {
  expect(title({ synthetic: true })).toMatch(/^DEMO · /)
  expect(text({ synthetic: true })).toMatch(/^DEMO: this weather is made up/)
  expect(text({ synthetic: true, language: 'tr' })).toMatch(/Gösterim amaçlı örnek veri; tahmin değildir.\n$/)
  expect(text({ language: 'tr' })).toMatch(/\nHava verileri: Open-Meteo\.com \(CC BY 4\.0\)\n$/)
  expect(text({ language: 'tr', attribution: 'Weather by Second' })).toMatch(/\nWeather by Second\n$/)
  expect(title({ kind: 'test', language: 'tr' })).toMatch(/^DENEME: Bu gece .*: Battalgazi kayısı/)
  expect(text({ kind: 'test' })).toMatch(/^This is a test that you asked for/)
})

test('a request to confirm holds the link, and the label only as the words of who asked', () => {
  const links = { ...message.links, confirmUrl: 'https://ayaz.example/c/token' }
  const asked = text({ kind: 'confirm', links })
  expect(asked).toContain('Confirm: https://ayaz.example/c/token')
  expect(asked.replace('The person who asked wrote: “Lower orchard”', '')).not.toContain('Lower orchard')
  expect(asked).not.toContain('Score')
})

test('a night without a score says so instead of a number', () => {
  const unseen = {
    ...night,
    score: null,
    level: 'unknown' as const,
    plantTemperatureMinC: null,
    airTemperatureMinC: null
  }
  expect(renderAlert({ ...message, nights: [unseen] }).short).toBe('Tonight: frost risk not known.')
  expect(text({ nights: [unseen] })).toContain('Score: Unknown')
})

test('an old stage is said and asked for, and a sign of life needs no night', () => {
  const old = { crop: { ...message.crop, stageIsOld: true } }
  expect(text(old)).toContain('more than ten days ago')
  // A push shows nothing else.
  expect(renderAlert({ ...message, ...old }).short).toContain('more than ten days ago')
  // It is renewed where the alert is changed; a reader who may not change it has no such link.
  const links = { ...message.links, manageUrl: 'https://ayaz.example/alerts/manage#token' }
  expect(text({ ...old, links })).toContain(
    'the general score where that is higher.\n\nRenew the stage: https://ayaz.example/alerts/manage#token\n'
  )
  expect(text({ ...old, links: { ...links, manageUrl: null } })).not.toContain('Renew the stage')
  expect(text({ links })).not.toContain('Renew the stage')
  expect(text({ kind: 'still_watching', nights: [] })).toMatch(/^There was no frost alert for half a year/)
})

test('what a channel hands over is explained in both languages', () => {
  expect(instructionSentence('press_start', 'en')).toContain('START')
  expect(instructionSentence('press_start', 'tr')).toContain('24 saat')
  expect(instructionSentence('unheard_of', 'tr')).toBeNull()
})

test('the subscriber’s own name stands in the title where it has room', () => {
  const label = 'Aşağı bahçe'
  expect(title({ label, language: 'tr' })).toBe(
    'Bu gece bitki −3,1 °C, 01–08: Aşağı bahçe, Battalgazi kayısı'
  )
  expect(title({ label: 'x'.repeat(80) })).toBe('Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
  // What a submitter wrote is not sent to someone who has confirmed nothing.
  expect(title({ label, kind: 'confirm', nights: [] })).toBe('Please confirm: Battalgazi')
})

describe('an update says what changed', () => {
  const before = {
    ...{ score: 31, level: 'moderate' as const, plantTemperatureMinC: -1.4 },
    ...{ frostFromAt: local(12, 4), frostToAt: local(12, 7) }
  }
  const worse = { ...message, kind: 'updated' as const, label: null, nights: [{ ...night, before }] }
  const short = (changed: AlertMessage) => plain(renderAlert(changed).short)

  test('in the title, the short text and the facts of the night', () => {
    expect(title(worse)).toBe(
      'Update: Tonight plants −3.1 °C (was −1.4 °C), 01–08 (was 04–08): Battalgazi apricot'
    )
    expect(title({ ...worse, language: 'tr' })).toBe(
      'Güncelleme: Bu gece bitki −3,1 °C (önce −1,4 °C), 01–08 (önce 04–08): Battalgazi kayısı'
    )
    expect(short(worse)).toContain(' Last message: moderate damage risk, plants −1.4 °C, 04–08.')
    expect(short({ ...worse, language: 'tr' })).toContain(
      ' Önceki iletide: orta zarar riski, bitki −1,4 °C, 04–08.'
    )
    expect(text(worse)).toContain('\nLast message: moderate damage risk, plants −1.4 °C, 04–08\n')
  })

  test('of a later night, too, while tonight comes first', () => {
    const later = { ...night, date: '2026-04-13', overAt: local(13, 7), plantTemperatureMinC: -6, before }
    const changed = { ...worse, nights: [night, later] }
    expect(title(changed)).toBe('Update: Tonight plants −3.1 °C, 01–08: Battalgazi apricot')
    expect(short(changed)).toContain('Also: tomorrow night plants −6.0 °C (high damage risk, was −1.4 °C).')
  })

  test('and names only what differs', () => {
    const earlier = { ...before, plantTemperatureMinC: -3.1 }
    expect(title({ ...worse, nights: [{ ...night, before: earlier }] })).toBe(
      'Update: Tonight plants −3.1 °C, 01–08 (was 04–08): Battalgazi apricot'
    )
  })
})

test('while the last night is still tonight, the coming one is named by its date, and still comes first', () => {
  const at = (day: number) => ({
    ...{ date: `2026-04-${day}`, coldestAt: local(day, 5), sunriseAt: local(day, 6), overAt: local(day, 7) },
    ...{ sunsetAt: local(day - 1, 19), frostFromAt: local(day, 1), frostToAt: local(day, 7) }
  })
  const coming = { ...night, ...at(13), plantTemperatureMinC: -2 }
  const colder = { ...night, ...at(14), score: 99 }
  const dawn = { ...message, nights: [coming, colder], createdAt: local(12, 7, 5) }
  const { title, short, text } = renderAlert({ ...dawn, tonight: '2026-04-12' })
  expect(title).toMatch(/^Night of 12–13 April plants −2\.0/)
  expect(short + text).not.toMatch(/tonight/i)
  expect(renderAlert(dawn).title).toMatch(/^Tonight plants −2\.0/)
  const early = { ...dawn, createdAt: local(12, 5, 30) }
  expect(renderAlert({ ...early, tonight: coming.date }).title).toMatch(/^Tonight plants −2\.0/)
})

test('a front at the next noon is that of the next day, and cold that goes on has no last hour', () => {
  const noon = { coldestAt: local(12, 12), frostFromAt: local(12, 12), frostToAt: local(12, 12) }
  const front = { ...night, ...noon, isColdAfter: true as const }
  expect(title({ nights: [front] })).toBe('Tomorrow plants −3.1 °C, from 12:00 on: Battalgazi apricot')
  expect(title({ nights: [front], language: 'tr' })).toBe(
    'Yarın bitki −3,1 °C, 12.00 sonrası: Battalgazi kayısı'
  )
  expect(text({ nights: [front] })).not.toContain('around 12:00')
  expect(text({ nights: [{ ...front, coldestAt: local(12, 11) }] })).toContain('around 11:00')
  expect(title({ nights: [front], createdAt: local(12, 8) })).toMatch(/^Today plants/)
  expect(title({ nights: [front], createdAt: local(9, 8) })).toMatch(/^12 April plants/)
})

test('a spell without an end is day and night', () => {
  const hours = { frostFromAt: local(11, 13), frostToAt: local(12, 12) }
  const spell = { ...night, ...hours, isColdBefore: true, isColdAfter: true } as const
  expect(title({ nights: [spell] })).toBe('Tonight plants −3.1 °C, day and night: Battalgazi apricot')
  expect(title({ nights: [spell], language: 'tr' })).toContain('gece ve gündüz')
  expect(text({ nights: [spell] })).not.toMatch(/13:00|12:00/)
})
