/** `npm run outline`: writes `src/site/pin/turkey-borders.json`. */
import { writeFileSync } from 'node:fs'
import { drawnBorders } from './borders.ts'

const file = new URL('../../src/site/pin/turkey-borders.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(drawnBorders(), null, 2)}\n`)
