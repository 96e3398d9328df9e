import { expect, it } from 'vitest'
import { startHouse } from '../../test/house.ts'

it('tells at the start, once and without the password, that mail will be encrypted though nobody said so', async () => {
  const told = async (environment: Readonly<Record<string, string>>) => {
    const house = await startHouse({
      environment: {
        SOURCES: 'demo',
        SMTP_URL: 'smtp://ayaz:marked-password@localhost',
        SMTP_FROM: 'frost@ayaz.example',
        ...environment
      }
    })
    await house.close()
    expect(house.log().join()).not.toContain('marked-password')
    return house.log().filter((line) => line.includes('SMTP_TLS'))
  }
  expect(await told({})).toEqual([expect.stringContaining('SMTP_TLS=off')])
  expect(await told({ SMTP_TLS: 'off' })).toEqual([])
})
