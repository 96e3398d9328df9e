import { expect, test } from 'vitest'
import { frostMessage, frostNight, messageNow } from '../../../test/contracts/channels/message.ts'
import type { AlertMessage } from '../message-ports.ts'
import { phoneText, spokenText } from './phone-text.ts'
import { renderAlert } from './render-alert.ts'

const hour = 3_600_000
const form = { fold: (text: string) => text, fits: () => true, replyTo: null, hasLink: false }
const { isNew: _, ...words } = frostNight()
const over = { ...words, standing: 'cleared', score: 0, level: 'none', plantTemperatureMinC: 3.6 } as const
const forms = (changes: Partial<AlertMessage>): readonly string[] => {
  const message = frostMessage(changes)
  return [phoneText(message, form), spokenText(message), renderAlert(message).text]
}

test('nobody is told on the telephone that it is over while a risk remains', () => {
  const below = { ...over, score: 22, level: 'moderate', plantTemperatureMinC: -1.9 } as const
  for (const text of forms({ kind: 'cleared', nights: [below] })) {
    expect(text).not.toContain('All clear')
    expect(text).toMatch(/no longer reached/)
  }
})

test('without a forecast no degree is expected; what was known last is called so', () => {
  for (const language of ['en', 'tr'] as const) {
    const seen = frostMessage({ kind: 'blind', language, nights: [{ ...words, standing: 'seen' }] })
    expect(spokenText(seen)).not.toMatch(/3[.,]2/)
    expect(spokenText(seen)).toMatch(/watch your own thermometer|kendi termometrenize/)
  }
  expect(spokenText(frostMessage({ kind: 'blind', nights: [words] }))).toMatch(/^.*last known.*3\.2/)
})

test('a sign of life says nothing of tonight', () => {
  expect(spokenText(frostMessage({ kind: 'still_watching', nights: [] }))).not.toContain('forecast')
})

test('hours that have begun are spoken by their end, and cold that holds on by its beginning', () => {
  const during = { kind: 'updated', createdAt: messageNow + 6 * hour, nights: [words] } as const
  expect(spokenText(frostMessage(during))).toContain(' Until 08:00.')
  expect(spokenText(frostMessage({ ...during, language: 'tr' }))).toContain(' 08.00’e kadar.')
  const nights = [{ ...words, isColdAfter: true } as const]
  expect(spokenText(frostMessage({ nights }))).toMatch(/ [^.]*01:00[^.]*\./)
  expect(spokenText(frostMessage({ nights }))).not.toContain('to 07:00')
})

test('an all-clear of tonight leaves running water on, one of a later night says nothing of it', () => {
  for (const text of forms({ kind: 'cleared', nights: [over] }))
    expect(text).toContain('until the ice has melted')
  for (const text of forms({ kind: 'cleared', language: 'tr', nights: [over] }))
    expect(text).toContain('buz eriyene kadar')
  const later = {
    ...over,
    date: '2026-04-14',
    coldestAt: over.coldestAt + 48 * hour,
    overAt: over.overAt + 48 * hour
  }
  for (const text of forms({ kind: 'cleared', nights: [later] })) expect(text).not.toContain('ice')
})

test('a call says who calls, that it is a demo, and for whom else', () => {
  expect(spokenText(frostMessage({ kind: 'confirm', challenge: '123456' }))).toMatch(
    /^This is Ayaz.*1 2 3 4 5 6\./
  )
  expect(spokenText(frostMessage({ synthetic: true }))).toMatch(/^This is Ayaz, the frost warning\. DEMO\. /)
  const others = frostMessage({ kind: 'escalated', language: 'tr', alsoFor: ['Kiraz', 'Elma bahçesi'] })
  expect(spokenText(others)).toContain('Uyarıya yanıt veren yok. Malatya. Ayrıca: Kiraz; Elma bahçesi. ')
})

test('what a call says of degrees is what the message shows, and each thing once', () => {
  const at = (plantTemperatureMinC: number | null, language: 'en' | 'tr' = 'en') =>
    forms({ language, nights: [{ ...frostNight(), plantTemperatureMinC }] })
  for (const [degrees, spoken] of [
    [-0.04, ' 0.0 degrees'],
    [-0.06, ' minus 0.1 degrees'],
    [1.2, ' 1.2 degrees']
  ] as const)
    expect(at(degrees)[1]).toContain(spoken)
  const [shown = '', said = ''] = at(null, 'tr')
  expect(said).toContain('don riski bilinmiyor')
  expect(shown).toContain('don riski bilinmiyor')
  const gap = spokenText(frostMessage({ kind: 'blind', language: 'tr', nights: [] }))
  expect(gap).not.toContain('1 tuşuna')
  expect(gap.match(/tahmin yok/g)).toHaveLength(2)
})

test('a call offers a key only where one is read', () => {
  const raised = frostMessage({ language: 'tr' })
  expect(spokenText(raised)).toContain('1 tuşuna basın')
  expect(spokenText(raised, false)).not.toContain('tuşuna')
})

test('the answer by a link is in the letters of the gateway, and of a label more than a mark is left', () => {
  const fold = (text: string) => text.normalize('NFKD').replaceAll(/[^ -~]/g, '')
  const { links, place } = frostMessage()
  const message = {
    language: 'tr',
    links: { ...links, seenUrl: 'https://don.example/a/abcdefghij' }
  } as const
  const linked = phoneText(frostMessage(message), { ...form, fold, hasLink: true })
  expect(linked).toContain('Gordum: https://don.example/a/abcdefghij')
  const field = { language: 'tr', place: { ...place, slug: null, name: 'сад-' } } as const
  expect(phoneText(frostMessage(field), { ...form, fold })).toMatch(/\. Bir tarla/)
})

test('news of a later night says first that the alert of tonight is lifted, or no longer reached', () => {
  const day = 24 * hour
  const { coldestAt, overAt } = frostNight()
  const later = { ...words, date: '2026-04-13', coldestAt: coldestAt + day, overAt: overAt + day }
  const below = { ...over, score: 22, level: 'moderate', plantTemperatureMinC: -1.9 } as const
  const said = { ...frostMessage(), createdAt: messageNow, nights: [over, later] }
  for (const kind of ['raised', 'updated'] as const) {
    const lifted = { ...said, kind }
    const { title, short } = renderAlert(lifted)
    for (const text of [title, short.replace(/ Leave .*? melted\./, ''), phoneText(lifted, form)])
      expect(text).toMatch(/^Tonight: all clear\. Tomorrow night/)
    for (const text of [short, ...forms(lifted)]) expect(text).toContain('until the ice has melted')
    expect(spokenText(lifted)).toMatch(/Tonight: all clear\. .*Tomorrow night/)
    expect(renderAlert(lifted, 'tr').title).toMatch(/^Bu gece: uyarı kalktı\. Yarın gece/)
    for (const text of forms({ ...lifted, nights: [below, later] })) expect(text).not.toContain('ice')
    const { title: remains } = renderAlert({ ...lifted, nights: [below, later] })
    expect(remains).toMatch(/^Tonight: threshold no longer reached\. Tomorrow night/)
    expect(
      renderAlert({ ...lifted, nights: [{ ...later, standing: 'cleared' }, words] }).title
    ).not.toContain('clear')
  }
})
