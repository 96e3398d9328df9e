/** Why a page that was looked at in one theme is looked at in the other for its colours alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageStylesheet } from '../../src/site/stylesheets.ts'
import { type OpenSite, openSite } from './open-site.ts'

let site: OpenSite
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.served.close())

test('a page in another theme differs in the name of the theme alone', async () => {
  for (const path of [
    ...['/tr', '/en/place/malatya?crop=apricot&stage=full-bloom', '/tr/tarla/38.400,38.200', '/en/embed'],
    ...['/tr/ara?q=mal', '/docs', '/docs/science', '/problems', '/status?lang=tr', '/preview?lang=en'],
    ...['/en/place/nowhereville', '/tr/widget/malatya']
  ]) {
    const inTheme = async (theme: string): Promise<string> => {
      const answer = await fetch(`${site.origin}${path}${path.includes('?') ? '&' : '?'}theme=${theme}`)
      const page = await answer.text()
      expect(page, path).toContain(`data-theme="${theme}"`)
      // The switch of themes marks the one that is on; the sheet has all of them.
      return page
        .replaceAll(' aria-current="true"', '')
        .replaceAll(/theme=(light|dark)/g, 'theme=')
        .replace(`data-theme="${theme}"`, '')
        .replaceAll(`name="theme" value="${theme}"`, '')
    }
    const [light, dark] = [(await inTheme('light')).split('\n'), (await inTheme('dark')).split('\n')]
    expect(dark.filter((line, at) => line !== light[at]).map((line) => line.slice(0, 200))).toEqual([])
    expect(dark.length, path).toBe(light.length)
  }
})

test('a theme sets colours by their names and nothing else', () => {
  const sheet = pageStylesheet('documents.css').text
  const rules = [...sheet.matchAll(/\[data-theme[^\]]*\]\s*\{([^}]*)\}/g)].map(([, body = '']) => body)
  expect(rules.length).toBeGreaterThanOrEqual(3)
  for (const body of rules)
    for (const line of body.split(';').filter((one) => one.trim() !== ''))
      expect(line.trim()).toMatch(/^(--[a-z]+:\s*#[0-9a-f]+|--tint:\s*\d+%|color-scheme:.*)$/)
  expect(sheet.split('prefers-color-scheme').length).toBe(2)
})
