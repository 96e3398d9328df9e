/** `npm run drill -- metres`: 200 generated fields of Türkiye are reached by presses, to their own grid cell. */
import { afterAll, expect, test } from 'vitest'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { launch, openWatched } from '../browser/browser.ts'
import { walkToFields } from '../browser/metres.ts'
import { openSite } from '../browser/open-site.ts'
import { printFigures } from './figures.ts'

const browser = await launch()
const site = await openSite()
afterAll(async () => {
  await browser.close()
  await site.served.close()
})

test('each in at most 12 presses and 2 for each kilometre', async () => {
  const { page } = await openWatched(browser, [site.origin], { serviceWorkers: 'block' })
  const gazetteer = await openGazetteer()
  const asked = { random: seededRandom(5), count: 200 }
  const { faults, ...figures } = await walkToFields(page, { origin: site.origin, gazetteer }, asked)
  printFigures('metres', { ...figures, faulty: faults.length })
  expect(faults).toEqual([])
})
