import { expect, it } from 'vitest'
import { startApp } from '../../test/app.ts'

it('tells at the start, once and without the password, that mail will be encrypted though nobody said so', async () => {
  const notified = async (environment: Readonly<Record<string, string>>) => {
    const app = await startApp({
      environment: {
        SOURCES: 'demo',
        SMTP_URL: 'smtp://ayaz:marked-password@localhost',
        SMTP_FROM: 'frost@ayaz.example',
        ...environment
      }
    })
    await app.close()
    expect(app.log().join()).not.toContain('marked-password')
    return app.log().filter((line) => line.includes('SMTP_TLS'))
  }
  expect(await notified({})).toEqual([expect.stringContaining('SMTP_TLS=off')])
  expect(await notified({ SMTP_TLS: 'off' })).toEqual([])
})
