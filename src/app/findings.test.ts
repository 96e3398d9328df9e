import { expect, it } from 'vitest'
import { serverFinding } from './findings.ts'

it('what the try of a server did not expect is the finding of this server, without a password', async () => {
  const broken = async () => {
    throw new TypeError('cannot read the answer of mqtt://ayaz:marked-password@broker.example')
  }
  const found = await Promise.all(
    [broken, async () => null].map((tryServer, index) =>
      serverFinding({ channel: `c${index}`, tryServer }, 'en')
    )
  )
  expect(found).toMatchObject([
    {
      severity: 'fault',
      subject: 'channel c0',
      text: expect.stringMatching(/unexpectedly: cannot read the answer of mqtt:\/\/broker\.example$/),
      remedy: expect.stringContaining('report it')
    },
    { severity: 'good', subject: 'channel c1' }
  ])
})
