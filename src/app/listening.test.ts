import { expect, it } from 'vitest'
import { hasIpv6, reportedAddress, tryAddress } from './listening.ts'

it.each([
  ['0.0.0.0', 'http://127.0.0.1:8080', '0.0.0.0:8080, here: http://localhost:8080'],
  ['0.0.0.0', 'http://127.0.0.1:80', '0.0.0.0:80, here: http://localhost:80'],
  ['::', 'http://[::1]:8080', '[::]:8080, here: http://localhost:8080'],
  ['[::]', 'http://[::1]:8080', '[::]:8080, here: http://localhost:8080'],
  ['127.0.0.1', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080', 'http://192.0.2.7:8080']
])('on %s, reached as %s, it says %s', (host, reached, reported) => {
  expect(reportedAddress(host, reached)).toBe(reported)
})

it.skipIf(!hasIpv6())('an address of IPv6 may stand in brackets', async () => {
  for (const host of ['::1', '[::1]']) await tryAddress({ host, port: 0 })
})
