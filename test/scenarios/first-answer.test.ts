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

  it.each([
    ['en', 'This installation is not set up yet', 'no source has answered'],
    ['tr', 'Bu kurulumun ayarları henüz yapılmadı', 'hiçbir kaynak yanıt vermedi']
  ])('says at home in %s what an empty installation lacks, and no setting', async (lang, title, weather) => {
    const bare = await startApp({ environment: { SITE_URL: '', SOURCES: 'demo' }, map: true })
    const home = async (origin: string) => (await fetch(`${origin}/${lang}`)).text()
    try {
      await expect.poll(() => home(bare.origin)).toContain(weather)
      const [, said = ''] =
        /<section class="panel" aria-labelledby="set-up">(.*?)<\/section>/s.exec(await home(bare.origin)) ??
        []
      expect(said).toContain(title)
      expect(said).toContain('<code>node bin/ayaz.mjs setup</code>')
      expect(said.match(/<li>/g)).toHaveLength(3)
      expect(said).not.toMatch(/<form|<input|SITE_URL|localhost/)
    } finally {
      await bare.close()
    }
    const app = await startApp({ environment: { SOURCES: 'demo' } })
    try {
      expect(await home(app.origin)).not.toContain('ayaz.mjs setup')
    } finally {
      await app.close()
    }
  })
})
