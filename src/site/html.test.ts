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

test('a line break goes with its indentation, in the template alone', () => {
  const text = 'one\n  two'
  expect(
    String(html`<ul>
    <li>${text}</li>
	<li></li>
</ul>`)
  ).toBe('<ul><li>one\n  two</li><li></li>\n</ul>')
})

test('a template that is filled again has the new pieces', () => {
  const item = (text: string) => html`<li title='${text}'>${[1, [text, null], -0.5]}</li>`
  expect([item('a&b'), item("'")].join('')).toBe(
    "<li title='a&amp;b'>1a&amp;b-0.5</li><li title='&#39;'>1&#39;-0.5</li>"
  )
})
