/** Opens the store that the arguments name, in a process of its own, and prints what that migrated. */
import { openStore } from '../../../src/store/open.ts'

const [url, dataDir, at = 0] = process.argv.slice(2)
// All at the same instant.
while (Date.now() < Number(at));
const store = await openStore({ url: url || null, dataDir: dataDir ?? '', now: 0 })
console.log(JSON.stringify(store.migrated))
await store.close()
