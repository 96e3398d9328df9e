import { expect, it } from 'vitest'
import { startHouse } from '../../test/house.ts'
import { readConfiguration } from '../config.ts'
import { examine } from './examination.ts'

it('the examination tells of a proxy that the running service has seen and nobody trusts', async () => {
  for (const token of ['', 'a-token-of-the-operator']) {
    const environment = { SOURCES: 'demo', METRICS_TOKEN: token }
    const house = await startHouse({ environment })
    const { hostname, port } = new URL(house.origin)
    const running = { ...environment, HOST: hostname, PORT: port, DATA_DIR: house.dataDir }
    const proxy = async () =>
      (await examine(readConfiguration(running), Date.now)).find(({ subject }) => subject === 'proxy')
    expect((await proxy())?.standing).toBe('note')
    await fetch(`${house.api}/limits`)
    await fetch(`${house.api}/crops`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(await proxy()).toMatchObject({ standing: 'fault', remedy: expect.stringContaining('TRUST_PROXY') })
    expect(house.log().filter((line) => line.includes('proxy_not_trusted'))).toHaveLength(1)
    await house.close()
    expect((await proxy())?.standing).toBe('note')
  }
})
