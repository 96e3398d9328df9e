/** The synthetic app of the scenarios on the tested database; apart, because processes of tests have the app alone. */
import { openPassingData } from '../../tested-data.ts'
import { type AlertsHarness, createAlertsHarness } from './alerts-harness.ts'

/** Opens one on a database of its own, which ends with it. */
export async function openTestedAlerts(): Promise<AlertsHarness> {
  const data = await openPassingData()
  const app = await createAlertsHarness(data)
  const { close } = app
  // The same object, because its channels answer what a test writes into it.
  return Object.assign(app, {
    async close() {
      await close()
      await data.remove()
    }
  })
}
