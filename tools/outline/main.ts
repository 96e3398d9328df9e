/** `npm run outline`: writes `src/site/charts/turkey-outline.json`. */
import { writeFileSync } from 'node:fs'
import { drawnOutline } from './outline.ts'

const path = new URL('../../src/site/charts/turkey-outline.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(drawnOutline(), null, 2)}\n`)
