/** Every colour of words on every ground they stand on: 4.5 to 1, in both themes. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./style/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = '', dusk = ''] = css.split(/\[data-theme="(?:dark|auto)"\]/)
const levels = ['none', 'low', 'moderate', 'high', 'severe', 'unknown']

type Colour = readonly [number, number, number]

function tokensOf(block: string): (name: string) => string {
  return (name) => new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1] ?? `no ${name}`
}

function colourOf(hex: string): Colour {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  return [0, 1, 2].map((at) => (one[at] ?? 0) * share + (other[at] ?? 0) * (1 - share)) as unknown as Colour
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([
  ['light', light],
  ['dark', dark]
])('the colours of the %s theme can be read', (_name, block) => {
  const token = tokensOf(block)
  const of = (name: string): Colour => colourOf(token(name))
  const tint = Number.parseFloat(token('tint')) / 100
  const faint: string[] = []
  const look = (word: string, ground: Colour, where: string): void => {
    const ratio = contrast(of(word), ground)
    if (!(ratio >= 4.5)) faint.push(`${word} on ${where}: ${ratio.toFixed(2)}`)
  }
  for (const level of levels) {
    const ground = mixed(of(level), of('paper'), tint)
    for (const word of [level, 'ink', 'quiet', 'link']) look(word, ground, `the ground of ${level}`)
    look(level, of('surface'), 'surface')
  }
  for (const ground of ['paper', 'surface', 'sunken'])
    for (const word of ['ink', 'quiet', 'link']) look(word, of(ground), ground)
  expect(faint).toEqual([])
})

test('a device in the dark has the dark theme’s colours', () => {
  const pairs = (block: string) =>
    [...block.matchAll(/--([a-z]+): ([^;]+);/g)].map(([, name, value]) => [name, value])
  const [duskRule, darkRule] = [dusk, dark].map((block) => block.slice(0, block.indexOf('}')))
  expect(pairs(duskRule ?? '')).toEqual(pairs(darkRule ?? ''))
})

test('pages follow the browser’s letters: no breakpoint is in px, but for the frames of the widget', () => {
  const sheets = globSync(new URL('./style/*.css', import.meta.url).pathname)
  const inPx = sheets.filter(
    (path) =>
      !path.endsWith('widget-sizes.css') && /@(media|container)[^{]*\dpx/.test(readFileSync(path, 'utf8'))
  )
  expect(sheets.length).toBeGreaterThan(10)
  expect(inPx).toEqual([])
})
