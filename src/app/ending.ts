/** Ends the parts of the app. */
import type { Report } from '../forecasts/ports.ts'

type End = () => Promise<void>

/**
 * Ends one group after the other, and the parts of a group together: they share one time limit. A part that
 * fails to end, such as without its database, does not prevent the others from ending.
 */
export async function endInOrder(groups: readonly (readonly End[])[], report: Report): Promise<void> {
  for (const group of groups) {
    await Promise.all(
      group.map(async (end) => {
        try {
          await end()
        } catch (error) {
          report('not_ended_in_order', { message: error instanceof Error ? error.message : String(error) })
        }
      })
    )
  }
}
