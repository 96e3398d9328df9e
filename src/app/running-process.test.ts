import { expect, it } from 'vitest'
import { startApp } from '../../test/app.ts'
import { readConfiguration } from './configuration.ts'
import { examine } from './examination.ts'

it('the examination tells of a proxy that the running service has seen and nobody trusts', async () => {
  for (const token of ['', 'a-token-of-the-operator']) {
    const environment = { SOURCES: 'demo', METRICS_TOKEN: token }
    const app = await startApp({ environment })
    const { hostname, port } = new URL(app.origin)
    const running = { ...environment, HOST: hostname, PORT: port, DATA_DIR: app.dataDir }
    const proxy = async () =>
      (await examine(readConfiguration(running), Date.now)).find(({ subject }) => subject === 'proxy')
    expect((await proxy())?.severity).toBe('note')
    await fetch(`${app.api}/limits`)
    await fetch(`${app.api}/crops`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(await proxy()).toMatchObject({ severity: 'fault', remedy: expect.stringContaining('TRUST_PROXY') })
    expect(app.log().filter((line) => line.includes('proxy_not_trusted'))).toHaveLength(1)
    await app.close()
    expect((await proxy())?.severity).toBe('note')
  }
})
