import { expect, test } from 'vitest'
import { contentSecurityPolicy, inlined } from './answers.ts'
import { compactScript } from './browser-code.ts'
import { withQuery } from './paths.ts'
import { hourStep, quantity, secondsToNextStep, share, shortTemperature, temperature } from './presenting.ts'
import { compactCss } from './stylesheets.ts'
import type { Visitor } from './visitor.ts'

const turkish: Visitor = { lang: 'tr', theme: 'auto', units: 'metric', carried: {} }
const american: Visitor = { lang: 'en', theme: 'auto', units: 'imperial', carried: {} }

test('the same temperature in two units and languages', () => {
  expect(temperature(-2.94, turkish)).toBe('−2,9\u00a0°C')
  expect(temperature(-2.94, american)).toBe('26.7\u00a0°F')
  expect(temperature(null, turkish)).toBe('–\u00a0°C')
  expect(shortTemperature(-0.4, turkish)).toBe('0°')
})

test('wind and humidity are whole numbers', () => {
  expect(quantity(1.4, 'wind_speed', turkish)).toBe('5\u00a0km/h')
  expect(quantity(1.4, 'wind_speed', american)).toBe('3\u00a0mph')
  expect(share(0.514, turkish)).toBe('%51')
  expect(share(null, american)).toBe('–%')
})

test('a page is kept to the next whole hour and never longer than ten minutes', () => {
  const noon = Date.UTC(2026, 3, 11, 12)
  expect(secondsToNextStep(noon)).toBe(600)
  expect(secondsToNextStep(noon - 90_000)).toBe(90)
  expect(secondsToNextStep(noon - 1)).toBe(10)
  expect(hourStep(noon + 1_234_567)).toBe(noon)
})

test('a policy lets through what a page brings and nothing else', () => {
  const css = inlined('a{}')
  // printf 'a{}' | openssl dgst -sha256 -binary | base64
  expect(css.source).toBe("'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='")
  const policy = contentSecurityPolicy({ styles: [css], scripts: [inlined('1')] })
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(policy).not.toContain("'self'; script-src 'self'")
  expect(policy).not.toContain('unsafe')
})

test('styles and scripts lose what means nothing', () => {
  expect(compactCss('b::before {\n  content: attr(data-label) ": ";\n  color: red;\n}\n')).toBe(
    'b::before{content:attr(data-label) ": ";color:red}'
  )
  expect(compactCss('/* x */ a > b {\n  color: red;\n  margin: 0 auto;\n}\n')).toBe(
    'a>b{color:red;margin:0 auto}'
  )
  expect(compactScript('// why\n  const a = 1\n\n  /** b */\n  f(a)\n')).toBe('const a = 1\nf(a)')
})

test('a query leaves out what is null', () => {
  expect(withQuery('/tr', { theme: null })).toBe('/tr')
  expect(withQuery('/tr', { theme: 'dark', q: 'a&b' })).toBe('/tr?theme=dark&q=a%26b')
})
