/** Eight pictures are made at a time: who asks for a ninth is asked to come back, and nothing stays occupied. */
import { expect, test } from 'vitest'
import type { PageAnswer, PageProblem } from '../../../src/http/page.ts'
import { pictureOfPlace } from '../../../src/site/picture/picture-route.ts'
import type { SiteData } from '../../../src/site/ports.ts'
import { createSyntheticSite, eveningAt } from '../../browser/synthetic-site.ts'

const most = 8
const busy = { problem: { code: 'busy', headers: { 'Retry-After': '1' } } }

async function open(data: (usual: SiteData) => SiteData) {
  const page = pictureOfPlace(data((await createSyntheticSite()).data))
  return (slug: string): Promise<PageAnswer | PageProblem> =>
    page.render({
      path: `/picture/${slug}`,
      params: { slug },
      query: new URLSearchParams(),
      acceptLanguage: '',
      form: null,
      origin: '',
      client: 'one',
      nowAt: eveningAt
    })
}

test('a ninth picture is refused until another one is made; none of the eight is lost', async () => {
  const picture = await open((usual) => usual)
  await picture('malatya')
  const answers = await Promise.all(Array.from({ length: most + 3 }, () => picture('malatya')))
  expect(answers.slice(most)).toMatchObject([busy, busy, busy])
  for (const answer of answers.slice(0, most)) expect(answer).toMatchObject({ status: 200 })
  const again = await Promise.all(Array.from({ length: most }, () => picture('malatya')))
  for (const answer of again) expect(answer).toMatchObject({ status: 200 })
})

test('a picture that cannot be drawn leaves its place', async () => {
  const picture = await open((usual) => ({
    ...usual,
    findPlace(written) {
      const found = usual.findPlace(written)
      if (written !== 'sivas' || found.kind !== 'found') return found
      const { country: _, ...place } = found.place
      const broken = Object.defineProperty(place, 'country', {
        get: () => {
          throw new Error('cannot be drawn')
        }
      })
      return { ...found, place: broken as typeof found.place }
    }
  }))
  for (let count = 0; count <= most; count++) await expect(picture('sivas')).rejects.toThrow('drawn')
  expect(await picture('malatya')).toMatchObject({ status: 200 })
})
