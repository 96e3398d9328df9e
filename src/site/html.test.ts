import { expect, test } from 'vitest'
import { html, trusted } from './html.ts'

test('text is escaped in elements and in quoted attributes', () => {
  const evil = `<script>"'&`
  expect(String(html`<p title="${evil}">${evil}</p>`)).toBe(
    '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>'
  )
})

test('markup inside markup stands as it is, also in lists of lists', () => {
  const items = [['<a>'], ['b']].map((row) => row.map((one) => html`<li>${one}</li>`))
  expect(String(html`<ul>${items}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul>')
})

test('what is absent leaves nothing behind, and zero is a number', () => {
  expect(String(html`[${null}${undefined}${false}${0}]`)).toBe('[0]')
})

test('only what is called trusted passes unescaped', () => {
  expect(String(html`${trusted('<b>')}${'<b>'}`)).toBe('<b>&lt;b&gt;')
})
