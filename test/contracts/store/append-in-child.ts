/** Appends nights to the chain of one point, a night a run, in a process of its own. */

import { openStore } from '../../../src/store/open.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'

const [url, dataDir, first = '', count] = process.argv.slice(2)
const store = await openStore({ url: url || null, dataDir: dataDir ?? '', now: 0 })
for (let day = 0; day < Number(count); day += 1) {
  await store.record.saveIssued({
    point: syntheticPoint,
    synthetic: false,
    nights: [syntheticIssue(addDays(first, day))],
    issuance: { at: day, method: 'made 1' }
  })
}
await store.close()
