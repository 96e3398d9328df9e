/** `npm run outline`: writes `src/site/charts/turkey-outline.json` and `src/site/pin/turkey-borders.json`. */
import { writeFileSync } from 'node:fs'
import { drawnBorders } from './borders.ts'
import { drawnOutline } from './outline.ts'

const site = new URL('../../src/site/', import.meta.url)
writeFileSync(new URL('charts/turkey-outline.json', site), `${JSON.stringify(drawnOutline(), null, 2)}\n`)
writeFileSync(new URL('pin/turkey-borders.json', site), `${JSON.stringify(drawnBorders(), null, 2)}\n`)
