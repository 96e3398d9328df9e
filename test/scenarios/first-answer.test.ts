import { describe, expect, it } from 'vitest'
import { startHouse } from '../house.ts'
import { startUpstream } from '../upstream/upstream.ts'

describe('the house', () => {
  it('answers from a real source and says so', async () => {
    const upstream = await startUpstream()
    const house = await startHouse({ environment: upstream.environment })
    try {
      const answer = await fetch(`${house.api}/weather?location=malatya&days=3`)
      const body = await answer.json()
      expect(answer.status).toBe(200)
      expect(body.meta.synthetic).toBe(false)
      expect(body.meta.sources[0].id).toBe('open-meteo')
      expect(body.daily).toHaveLength(3)
      expect(upstream.violations).toEqual([])
    } finally {
      await house.close()
      await upstream.close()
    }
  })
})
