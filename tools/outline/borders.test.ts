import { expect, it } from 'vitest'
import committed from '../../src/site/pin/turkey-borders.json' with { type: 'json' }
import { drawnBorders } from './borders.ts'

it('the committed borders are those that `npm run outline` draws', () => {
  expect(JSON.stringify(drawnBorders()) === JSON.stringify(committed)).toBe(true)
})
