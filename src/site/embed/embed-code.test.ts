import { expect, test } from 'vitest'
import { type EmbedOptions, frameCode, scriptCode } from './embed-code.ts'

const embed: EmbedOptions = {
  siteUrl: 'https://ayaz.example',
  lang: 'tr',
  slug: 'malatya',
  name: 'Malatya',
  theme: 'auto',
  units: 'metric',
  compact: false,
  asked: { crop: null, stage: null, exposure: null },
  width: 360,
  height: 210
}

test('the frame has the documented size, a title, and an address without what is usual', () => {
  expect(frameCode(embed)).toBe(
    '<iframe src="https://ayaz.example/tr/widget/malatya" width="360" height="210" style="border:0;max-width:100%" loading="lazy" title="Don riski: Malatya"></iframe>'
  )
})

test('what is chosen stands in the address, escaped for the attribute', () => {
  expect(frameCode({ ...embed, theme: 'dark', units: 'imperial', compact: true })).toContain(
    'src="https://ayaz.example/tr/widget/malatya?theme=dark&amp;units=imperial&amp;compact=1"'
  )
})

test('a name cannot leave its attribute', () => {
  expect(scriptCode({ ...embed, name: '"><script>' })).toBe(
    '<script async src="https://ayaz.example/widget.js" data-location="malatya" data-lang="tr" data-title="Don riski: &quot;&gt;&lt;script&gt;"></script>'
  )
})
