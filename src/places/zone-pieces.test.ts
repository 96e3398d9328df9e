import { expect, it } from 'vitest'
import { type Coordinates, createZonePieces, type ZonePiece } from './zone-pieces.ts'

const ring = (positions: number): Coordinates => Array.from({ length: positions }, (_, at) => [at, 1])
const polygon = (positions: number): ZonePiece => ({
  features: [{ geometry: { coordinates: [ring(positions)] } }]
})

/** Reads pieces of as many positions one after the other, and counts those that are still held. */
function heldOf(count: number, positions: number, mostBytes: number): number {
  const pieces = createZonePieces(mostBytes)
  const keys = Array.from({ length: count }, (_, at) => `piece ${at}`)
  for (const key of keys) pieces.set(key, polygon(positions))
  return keys.filter((key) => pieces.get(key) !== undefined).length
}

it('of large pieces fewer are held than of small ones: the bound is of bytes', () => {
  expect(heldOf(1000, 40, 1_000_000)).toBeGreaterThan(200)
  expect(heldOf(1000, 4000, 1_000_000)).toBeLessThanOrEqual(2)
  expect(heldOf(1000, 4000, 1_000_000)).toBeGreaterThan(0)
})

it('the one that was asked for last stays', () => {
  const pieces = createZonePieces(1_000_000)
  for (let at = 0; at < 100; at += 1) {
    pieces.set(`piece ${at}`, polygon(1000))
    expect(pieces.get('piece 0')).toBeDefined()
  }
  expect(pieces.get('piece 1')).toBeUndefined()
})

it('a piece is the same afterwards, however deep its positions lie', () => {
  const pieces = createZonePieces(1_000_000)
  const coordinates = [[ring(3), ring(4)], [ring(5)]]
  pieces.set('several polygons', { features: [{ geometry: { coordinates } }, ...polygon(6).features] })
  expect(pieces.get('several polygons')).toEqual({
    features: [{ geometry: { coordinates } }, ...polygon(6).features]
  })
})
