import { expect, it } from 'vitest'
import committed from '../../src/site/charts/turkey-outline.json' with { type: 'json' }
import { drawnOutline } from './outline.ts'

it('the committed outline is the one that `npm run outline` draws', () => {
  expect(JSON.stringify(drawnOutline()) === JSON.stringify(committed)).toBe(true)
})
