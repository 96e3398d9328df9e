/** The places of an hour are evaluated together: the store is not asked about each. */
import { expect, it } from 'vitest'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import { readPlaceTable } from '../../../src/places/place-table.ts'
import { newSubscription, openDoors } from '../../contracts/store/opened.ts'
import { openBareStage } from '../weather/bare-forecasts.ts'
import { alertsOver } from '../weather/watched-alerts.ts'

it('reads the scoring profiles of a hundred places at once, and scores each of them once', async () => {
  const bare = await openBareStage()
  try {
    const table = await readPlaceTable()
    const slugs = Array.from({ length: 101 }, (_, row) => table.place(row).slug)
    const { subscriptions } = bare.store
    for (const location of slugs)
      for (const crop of ['apple', 'generic'])
        await subscriptions.insert(newSubscription({ location, crop }), openDoors)
    const alerts = await alertsOver(bare)
    const reads: number[] = []
    const scored: string[] = []
    await evaluatePlaces(
      {
        ...alerts,
        subscriptions: {
          ...subscriptions,
          profiles(locations) {
            reads.push(locations?.length ?? 0)
            return subscriptions.profiles(locations)
          }
        },
        forecasts: {
          ...alerts.forecasts,
          async stored({ slug }, { crop }) {
            scored.push(`${slug} ${crop}`)
            return null
          }
        }
      },
      [...slugs, ...slugs]
    )
    expect(reads).toEqual([100, 1])
    expect(scored.toSorted()).toEqual(
      slugs.flatMap((slug) => [`${slug} apple`, `${slug} generic`]).toSorted()
    )
  } finally {
    await bare.close()
  }
})
