import { describe, expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { startUpstream } from '../upstream/upstream.ts'

describe('the app', () => {
  it('answers from a real source and says so', async () => {
    const upstream = await startUpstream()
    const app = await startApp({ environment: upstream.environment })
    try {
      const answer = await fetch(`${app.api}/weather?location=malatya&days=3`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        meta: { synthetic: false, sources: [{ id: 'open-meteo' }] },
        daily: [{ partial: false }, { partial: false }, { partial: false }]
      })
      expect(upstream.violations).toEqual([])
    } finally {
      await app.close()
      await upstream.close()
    }
  })
})
