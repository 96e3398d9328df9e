import { expect, test } from 'vitest'
import { noticeList } from './credit-line.ts'
import type { DataCredit } from './ports.ts'
import type { Visitor } from './visitor.ts'

const turkish: Visitor = { lang: 'tr', theme: 'auto', units: 'metric', carried: {} }
const credit = (synthetic: boolean, source: string): DataCredit => ({
  synthetic,
  freshness: 'fresh',
  issuedAt: 0,
  attribution: '',
  sources: [],
  notices: [{ code: 'source_fallback', parameters: { source } }]
})

test('made-up weather that stepped in has a name in the page’s language, a real source its own', () => {
  expect(String(noticeList(credit(true, 'Demo (made data)'), turkish))).toContain(
    'verilerin kaynağı: Demo (uydurma veri).'
  )
  expect(String(noticeList(credit(false, 'MET Norway'), turkish))).toContain('verilerin kaynağı: MET Norway.')
})
