/** A page of a crop without a stage: answered with the estimate where one is credible, asked back where none is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ environment: { SOURCES: 'demo' } })
})
afterAll(() => app.close())

const open = (path: string) => fetch(app.origin + path, { redirect: 'manual' })
const textOf = async (path: string): Promise<string> => (await fetch(app.origin + path)).text()

it.each([
  ['/tr/yer/malatya?crop=apricot', '/tr/yer/malatya?crop=apricot&stage=auto'],
  ['/tr/yer/malatya?curve=apricot', '/tr/yer/malatya?crop=apricot&stage=auto'],
  [
    '/en/field/38.355,38.310,980?crop=kay%C4%B1s%C4%B1&exposure=ground&label=Mill&theme=dark',
    '/en/field/38.355,38.310,980?theme=dark&crop=apricot&stage=auto&exposure=ground&label=Mill'
  ]
])('%s chooses the estimate', async (path, chosen) => {
  const answer = await open(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(chosen)
})

it('says that it is an estimate, and a stage that is chosen instead replaces it', async () => {
  const page = await textOf('/en/place/malatya?crop=apricot')
  expect(page).toContain('<span class="of-crop">Apricot, first bloom</span>')
  expect(page).toContain('The growth stage was estimated from the season’s temperatures')
  expect(page).toContain('href="#stages">Choose another stage</a>')
  expect(page).toContain('name="stage" value="auto" checked')
  expect(page).toContain('Malatya, Apricot, stage as estimated, today: first bloom')
  expect(page).toContain('<input type="hidden" name="stage" value="auto">')
  const turkish = await textOf('/tr/yer/malatya?crop=kay%C4%B1s%C4%B1')
  expect(turkish).toContain('Kayısı, dönemi tahmine göre, bugün: ilk çiçeklenme')
})

it.each([
  ['a crop without a model', '/en/place/malatya?crop=sweet-cherry', 400],
  ['a season that says nothing of the stage', '/en/place/erzurum?crop=apple', 400],
  ['a widget', '/en/widget/malatya?crop=apricot', 400],
  ['the API', '/api/v1/weather/frost-risk?location=malatya&crop=apricot', 400]
])('%s is asked back', async (_, path, status) => {
  expect((await open(path)).status).toBe(status)
})

it('an alert of a field with an estimated stage begins with the score, which follows the stage', async () => {
  const input = (page: string, name: string): string =>
    new RegExp(`<input name="${name}"[^>]*>`).exec(page)?.[0] ?? ''
  const estimated = await textOf('/en/field/38.355,38.310,980?crop=apricot&stage=auto')
  expect(input(estimated, 'threshold')).toContain('value="10"')
  expect(estimated).toContain('name="threshold_kind" value="score" checked')
  const given = await textOf('/en/field/38.355,38.310,980?crop=apricot&stage=first-bloom')
  expect(input(given, 'threshold_temperature')).toContain('value="-')
  expect(given).toContain('name="threshold_kind" value="degrees" checked')
})

it('a subscription with the estimate stays one', async () => {
  const form = { location: 'malatya', channel: 'feed', threshold: '10', crop: 'apricot', stage: 'auto' }
  const answer = await fetch(`${app.origin}/en/subscribe`, {
    method: 'POST',
    body: new URLSearchParams(form)
  })
  const page = await answer.text()
  expect(page).toContain('<dd>Apricot, stage estimated each day</dd>')
  const token = /alerts\/manage\?lang=en#([\w-]+)/.exec(page)?.[1] ?? ''
  const managed = await fetch(`${app.origin}/alerts/manage?lang=en`, {
    method: 'POST',
    body: new URLSearchParams({ token, act: 'look' })
  })
  expect(await managed.text()).toMatch(/value="auto" checked/)
})
