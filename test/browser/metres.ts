/** Generated fields of Türkiye, each reached from its nearest named place by presses of the position's own controls. */
import type { Page } from 'playwright-core'
import { distanceKm } from '../../src/places/distance.ts'
import type { Gazetteer } from '../../src/places/gazetteer.ts'

export interface Walks {
  readonly faults: readonly string[]
  readonly presses: number
  readonly farthestKm: number
}

const metresToCell = 71

/** Half of the walks are by keys. @param random gives 0 ≤ x < 1 */
export async function walkToFields(
  page: Page,
  { origin, gazetteer }: { readonly origin: string; readonly gazetteer: Pick<Gazetteer, 'near'> },
  { random, count }: { readonly random: () => number; readonly count: number }
): Promise<Walks> {
  const faults: string[] = []
  let [presses, farthestKm] = [0, 0]
  for (let index = 0; index < count; index++) {
    const target = { lat: 36.5 + 5 * random(), lon: 27 + 17 * random() }
    const near = gazetteer.near(target.lat, target.lon)
    if (near === null) continue
    await page.goto(`${origin}/tr/harita?at=${near.place.slug}`)
    const walk = await page.evaluate(pressTo, { target, byKeys: index % 2 === 0 })
    presses += walk.presses
    farthestKm = Math.max(farthestKm, near.distanceKm)
    const apartM = 1000 * distanceKm(target, walk.at)
    const allowed = 12 + 2 * near.distanceKm
    if (apartM > metresToCell || walk.presses > allowed)
      faults.push(
        `${target.lat},${target.lon}: ${walk.presses} presses of ${allowed}, ${apartM.toFixed()} m away`
      )
  }
  return { faults, presses, farthestKm }
}

/** In the page: as a person does, first by kilometres and then by 100 m, each time looking at where the link leads. */
function pressTo({
  target,
  byKeys
}: {
  readonly target: { lat: number; lon: number }
  readonly byKeys: boolean
}) {
  const panel = document.querySelector<HTMLElement>('.position-panel')
  const here = () => {
    const link = document.querySelector<HTMLAnchorElement>('[data-open]')
    const [lat = 0, lon = 0] = (link?.pathname.split('/').at(-1) ?? '').split(',').map(Number)
    return { lat, lon }
  }
  let presses = 0
  for (const shift of ['Shift+', '']) {
    for (const [axis, more, less] of [
      ['lat', 'ArrowUp', 'ArrowDown'],
      ['lon', 'ArrowRight', 'ArrowLeft']
    ] as const) {
      for (;;) {
        const apart = target[axis] - here()[axis]
        const arrow = apart > 0 ? more : less
        const link = document.querySelector<HTMLAnchorElement>(`[data-key="${shift}${arrow}"]`)
        const cells = Number(link?.dataset[axis === 'lat' ? 'north' : 'east'])
        // As near as this step comes.
        if (!(Math.abs(apart - cells / 1000) < Math.abs(apart) - 1e-9)) break
        const pressed = { key: arrow, shiftKey: shift !== '', bubbles: true }
        if (byKeys) panel?.dispatchEvent(new KeyboardEvent('keydown', pressed))
        else link?.click()
        presses++
      }
    }
  }
  return { presses, at: here() }
}
