/** What a visitor has chosen goes along to the page of a place's verification, through it, and back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenSite, openSite } from '../../browser/open-site.ts'

const chosen = {
  ...{ theme: 'dark', units: 'imperial', crop: 'apricot', stage: 'full-bloom', exposure: 'canopy' }
}
const query = new URLSearchParams(chosen).toString()

let site: OpenSite
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.served.close())

const open = (path: string) => fetch(`${site.origin}${path}`, { redirect: 'manual' })

/** The links of a page to pages of ours; those of places as `[path, chosen]`. */
async function linksOf(path: string): Promise<readonly URL[]> {
  const page = await (await open(path)).text()
  return [...page.matchAll(/<a [^>]*href="(\/(?:tr|en)[/?"][^"]*|\/(?:tr|en))"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), site.origin)
  )
}
/** Of the settings that were chosen, those that a link changes. */
const changedBy = ({ searchParams }: URL) =>
  Object.entries(chosen).flatMap(([name, value]) => (searchParams.get(name) === value ? [] : [name]))
const chosenIn = ({ searchParams }: URL) =>
  Object.fromEntries(Object.keys(chosen).map((name) => [name, searchParams.get(name)]))

it.each([
  ['tr', '/tr/yer/malatya', '/tr/yer/malatya/dogrulama', '/en/place/malatya/verification'],
  ['en', '/en/place/malatya', '/en/place/malatya/verification', '/tr/yer/malatya/dogrulama']
])('in %s', async (_, place, verification, other) => {
  const there = (await linksOf(`${place}?${query}`)).filter(({ pathname }) => pathname === verification)
  expect(there.map(chosenIn)).toEqual([chosen])
  const links = await linksOf(`${verification}?${query}`)
  const paths = links.map(({ pathname }) => pathname)
  expect(paths).toEqual(expect.arrayContaining([place, other]))
  // Links to the page itself are the switches, of which each changes one setting.
  for (const link of links) {
    const most = link.pathname === verification ? 1 : 0
    expect(changedBy(link).length, link.href).toBeLessThanOrEqual(most)
  }
  // Nothing that was not chosen is added, and nothing that is not understood goes along.
  for (const { pathname, search } of await linksOf(`${verification}?crop=kiwano&x=1`)) {
    if (pathname !== verification) expect(search).toBe('')
  }
})

it('a name in its own spelling leads to the page with what was chosen', async () => {
  const own = encodeURIComponent('Şanlıurfa')
  for (const [written, leads] of [
    [`/tr/yer/${own}/dogrulama`, '/tr/yer/sanliurfa/dogrulama'],
    [`/en/place/${own}/verification`, '/en/place/sanliurfa/verification']
  ]) {
    const response = await open(`${written}?${query}&x=1`)
    expect(response.status).toBe(301)
    const location = new URL(response.headers.get('location') ?? '', site.origin)
    expect([location.pathname, Object.fromEntries(location.searchParams)]).toEqual([leads, chosen])
  }
})

it('the page of an unknown place offers others with what was chosen', async () => {
  const response = await open(`/tr/yer/malatyaa/dogrulama?${query}`)
  expect(response.status).toBe(404)
  const links = await linksOf(`/tr/yer/malatyaa/dogrulama?${query}`)
  expect(links.map(({ pathname }) => pathname)).toContain('/tr/yer/malatya')
  for (const link of links) expect([link.pathname, chosenIn(link)]).toEqual([link.pathname, chosen])
})
