import { expect, it } from 'vitest'
import { quoted, wordsOfAnswer } from './other-side.ts'

const answer = (body: string): string => wordsOfAnswer({ body: Buffer.from(body) })

it.for([
  ['', ''],
  ['{"reason":"BadJwtToken"}', 'BadJwtToken'],
  [
    '{"code":42901,"http":429,"error":"limit reached: too many requests"}',
    'limit reached: too many requests'
  ],
  [
    '{"ok":false,"error_code":400,"description":"Bad Request: message thread not found"}',
    'Bad Request: message thread not found'
  ],
  ['{"code":1,"ids":[2]}', ''],
  ['"no"', 'no'],
  [
    '<html><head><style>p{}</style><title>403 Forbidden</title></head><body>nginx</body></html>',
    '403 Forbidden nginx'
  ],
  ['not  enabled\r\nhere\u0000\u202e\u200b!', 'not enabled here !'],
  ['see https://ayaz:pw@help.example/key/abc?token=1', 'see https://help.example/…'],
  ['say "stop" <b>now</b>', "say 'stop' now"],
  ['5.7.1 <ayse@example.org>: relay denied', '5.7.1 : relay denied'],
  ['mailbox ayse@example.org is full', 'mailbox … is full'],
  ['key tk_9f8e7d6c5b4a39281706f5e4d3c2b1a0 refused', 'key … refused']
] as const)('%j is shown as %j', ([body, shown]) => {
  expect(quoted(answer(body), [])).toBe(shown === '' ? '' : `: "${shown}"`)
})

it('what was sent is in no word of it, wherever it stands', () => {
  const sent = ['Aşağı bahçe', 'hunter2', '-1001234', '38.3552']
  for (const one of sent) {
    for (const body of [one, `{"message":"cannot use ${one}."}`, `<p>${one}</p>`, `x${one}y `.repeat(99)]) {
      const shown = quoted(answer(body), sent)
      expect(shown).not.toContain(one)
      expect(shown.length).toBeLessThanOrEqual(220)
    }
  }
})

it('any text becomes one short line, in time that grows as its length', () => {
  const pieces = [
    '<',
    '>',
    '"',
    '\\',
    '\n',
    '\u0007',
    '\u2028',
    'é',
    '@',
    '://',
    '[',
    '{',
    'a1',
    ' ',
    '.',
    'x'.repeat(50)
  ]
  let seed = 7
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: next() % 40 }, () => pieces[next() % pieces.length]).join('')
    const shown = quoted(answer(text), [])
    expect(shown).not.toMatch(/[\p{C}\u2028\u2029]/u)
    expect(shown.length).toBeLessThanOrEqual(220)
  }
  for (const piece of pieces) {
    const began = performance.now()
    quoted(answer(piece.repeat(100_000)), [piece])
    expect(performance.now() - began).toBeLessThan(2000)
  }
})
