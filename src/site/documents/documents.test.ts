import { expect, test } from 'vitest'
import { renderMarkdown } from './documents.ts'

const rendered = (text: string) =>
  String(
    renderMarkdown(text, {
      link: (href) => (href.startsWith('https:') ? href : null),
      picture: (href) => (href === 'images/known.png' ? '/docs/images/known.png' : null)
    }).main
  )

test('HTML in a document is shown as text, whether it stands alone or in a line', () => {
  const main = rendered('<script>alert(1)</script>\n\nfive <img src=x onerror=alert(1)> six\n')
  expect(main).not.toMatch(/<script|<img/)
  expect(main).toContain('&lt;script&gt;')
  expect(main).toContain('&lt;img src=x onerror=alert(1)&gt;')
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
  const { title, main } = renderMarkdown('# The *frost* method\n\n## How\n\n## How\n', {
    link: () => null,
    picture: () => null
  })
  expect(title).toBe('The frost method')
  expect(String(main)).toContain('<h2 id="how">How</h2>')
  expect(String(main)).toContain('<h2 id="how-2">How</h2>')
})

test('wide tables can be scrolled by keyboard', () => {
  expect(rendered('| a |\n|--:|\n| 1 |\n')).toContain('<div class="wide" tabindex="0" role="group"><table>')
})

test('comments are left out, but nothing that stands beside one', () => {
  expect(rendered('<!-- begin: made by npm run verify -->\n\nfive <!-- six --> seven\n')).toBe(
    '<p>five  seven</p>\n'
  )
  expect(rendered('<!-- a --><script>alert(1)</script><!-- b -->\n')).toContain('&lt;script&gt;')
})

test('a picture that the site serves is shown, and of any other the words', () => {
  expect(rendered('![The "widget"](images/known.png)')).toBe(
    '<p><img src="/docs/images/known.png" alt="The &quot;widget&quot;" loading="lazy"></p>\n'
  )
  expect(rendered('![far](https://e.example/x.png)')).toBe('<p><span class="quiet">[far]</span></p>\n')
})
