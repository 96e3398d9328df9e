import { expect, test } from 'vitest'
import { crops } from '../../frost/crops.ts'
import { autoStage } from '../../frost/scoring-profile.ts'
import { stagesToChoose } from './stage-cards.ts'
import { hasDrawing, stageDrawing } from './stage-drawing.ts'

/** Old wood is drawn as it is: a twig with closed buds. */
const withoutOwnDrawing = ['wood']
const scored = crops.flatMap((crop) =>
  stagesToChoose(crop)
    .filter((stage) => stage !== autoStage && !withoutOwnDrawing.includes(stage))
    .map((stage) => [crop.id, stage] as const)
)

test('every stage that can be chosen has a drawing, of a form that a browser reads', () => {
  expect(scored.length).toBeGreaterThan(80)
  for (const [crop, stage] of scored) {
    expect(hasDrawing(stage), stage).toBe(true)
    const drawing = String(stageDrawing(crop, stage))
    expect(drawing).not.toMatch(/NaN|undefined/)
    // Every number of a path is one: no two points, no two signs.
    for (const [, d = ''] of drawing.matchAll(/ d="([^"]+)"/g)) expect(d).toMatch(/^M[\dMCLQHVZclqhvz .-]+$/)
    for (const [, d = ''] of drawing.matchAll(/ d="([^"]+)"/g)) expect(d).not.toMatch(/--|\.\d*\.\d*\./)
  }
})

test('neighbouring stages of the season differ, and petals have the colour of the crop', () => {
  for (const [crop, first, second] of [
    ['apple', 'silver-tip', 'green-tip'],
    ['apple', 'full-pink', 'first-bloom'],
    ['apple', 'full-bloom', 'post-bloom'],
    ['grape', 'first-leaf', 'second-leaf'],
    ['strawberry', 'popcorn-bud', 'open-bloom'],
    ['wheat', 'jointing', 'boot'],
    ['lemon', 'wood', 'leaf']
  ] as const) {
    expect(String(stageDrawing(crop, first))).not.toBe(String(stageDrawing(crop, second)))
  }
  expect(String(stageDrawing('pear', 'full-bloom'))).toContain('white')
  expect(String(stageDrawing('peach', 'full-bloom'))).not.toContain('white')
})
