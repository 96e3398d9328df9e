import { describe, expect, it } from 'vitest'
import { startHouse } from '../house.ts'
import { startUpstream } from '../upstream/upstream.ts'

describe('the house', () => {
  it('answers from a real source and says so', async () => {
    const upstream = await startUpstream()
    const house = await startHouse({ environment: upstream.environment })
    try {
      const answer = await fetch(`${house.api}/weather?location=malatya&days=3`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        meta: { synthetic: false, sources: [{ id: 'open-meteo' }] },
        daily: [{ partial: false }, { partial: false }, { partial: false }]
      })
      expect(upstream.violations).toEqual([])
    } finally {
      await house.close()
      await upstream.close()
    }
  })
})
