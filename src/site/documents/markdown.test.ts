import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const rendered = (text: string) =>
  String(renderMarkdown(text, (href) => (href.startsWith('https:') ? href : null)).main)

test('HTML in a document is shown as text, whether it stands alone or in a line', () => {
  const made = rendered('<script>alert(1)</script>\n\nfive <img src=x onerror=alert(1)> six\n')
  expect(made).not.toMatch(/<script|<img/)
  expect(made).toContain('&lt;script&gt;')
  expect(made).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('a link that is not rewritten keeps only its words', () => {
  expect(rendered('[press](javascript:alert(1)) [go](https://example.org)')).toBe(
    '<p>press <a href="https://example.org">go</a></p>\n'
  )
})

test('an address cannot leave its attribute', () => {
  expect(rendered('[x](https://e.example/"onclick="alert(1))')).not.toMatch(/ onclick=/)
})

test('the first heading names the document, and equal headings get anchors of their own', () => {
  const { title, main } = renderMarkdown('# The *frost* method\n\n## How\n\n## How\n', () => null)
  expect(title).toBe('The frost method')
  expect(String(main)).toContain('<h2 id="how">How</h2>')
  expect(String(main)).toContain('<h2 id="how-2">How</h2>')
})

test('wide tables can be scrolled by keyboard', () => {
  expect(rendered('| a |\n|--:|\n| 1 |\n')).toContain('<div class="wide" tabindex="0" role="group"><table>')
})
