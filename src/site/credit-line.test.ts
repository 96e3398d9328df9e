import { expect, test } from 'vitest'
import { distinctReport } from '../../test/contracts/formats/distinct-report.ts'
import { creditLine, noticeList } from './credit-line.ts'
import type { Visitor } from './visitor.ts'

const turkish: Visitor = { lang: 'tr', theme: 'auto', units: 'metric', carried: {} }
const reported = (synthetic: boolean, source: string) =>
  String(noticeList([{ code: 'source_fallback', parameters: { source } }], { synthetic }, turkish))

test('made-up weather that stepped in has a name in the page’s language, a real source its own', () => {
  expect(reported(true, 'Demo (made-up data)')).toContain('verilerin kaynağı: Demo (örnek veri).')
  expect(reported(false, 'MET Norway')).toContain('verilerin kaynağı: MET Norway.')
})

test('a source is credited once, in the language of the page, and its sentence leads to it', () => {
  const source = {
    ...{ id: 'open-meteo', name: 'Open-Meteo', license: 'CC-BY-4.0', url: 'https://open-meteo.com/' },
    attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)'
  }
  const credited = (visitor: Visitor) =>
    String(creditLine({ ...distinctReport().data, source }, 'Europe/Istanbul', visitor))
  const sentence =
    '<a href="https://open-meteo.com/" rel="noopener">Hava verileri: Open-Meteo.com (CC BY 4.0)</a>'
  expect(credited(turkish)).toContain(sentence)
  expect(credited(turkish).match(/Open-Meteo/g)).toHaveLength(1)
  expect(credited({ ...turkish, lang: 'en' })).toContain('>Weather data by Open-Meteo.com (CC BY 4.0)</a>')
})
