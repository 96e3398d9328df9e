import { expect, test } from 'vitest'
import { noticeList } from './credit-line.ts'
import type { Visitor } from './visitor.ts'

const turkish: Visitor = { lang: 'tr', theme: 'auto', units: 'metric', carried: {} }
const reported = (synthetic: boolean, source: string) =>
  String(noticeList([{ code: 'source_fallback', parameters: { source } }], { synthetic }, turkish))

test('made-up weather that stepped in has a name in the page’s language, a real source its own', () => {
  expect(reported(true, 'Demo (made data)')).toContain('verilerin kaynağı: Demo (örnek veri).')
  expect(reported(false, 'MET Norway')).toContain('verilerin kaynağı: MET Norway.')
})
