import { expect, it } from 'vitest'
import { startApp } from '../app.ts'

it('a variable that only earlier versions read is one warning, and nothing else', async () => {
  const settings = { SOURCES: 'demo', REDIS_URL: 'redis://:marked@127.0.0.1:1' }
  const app = await startApp({ environment: settings })
  try {
    const warnings = app.log().filter((line) => line.includes('REDIS'))
    const expected = { level: 'warn', event: 'variable_ignored', name: 'REDIS_URL', remedy: 'Remove it.' }
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([expected])
    expect(app.log().join()).not.toContain('marked')
    expect((await fetch(`${app.api}/locations/malatya`)).status).toBe(200)
  } finally {
    await app.close()
  }
})
