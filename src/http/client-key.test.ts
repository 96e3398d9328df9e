import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createClientKeys, parseTrustedProxies } from './client-key.ts'

function request(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

describe('the key of a client', () => {
  it('is an IPv4 address, also where it is written as a mapped IPv6 one', () => {
    const keys = createClientKeys([])
    expect(keys.of(request('192.0.2.7'))).toBe('192.0.2.7')
    expect(keys.of(request('::ffff:192.0.2.7'))).toBe('192.0.2.7')
  })

  it('is the /64 of an IPv6 address, however it is written', () => {
    const keys = createClientKeys([])
    const one = keys.of(request('2001:db8:1:2::1'))
    expect(keys.of(request('2001:0db8:0001:0002:ffff:ffff:ffff:fffe'))).toBe(one)
    expect(keys.of(request('2001:db8:1:3::1'))).not.toBe(one)
  })

  it('believes X-Forwarded-For from trusted proxies only, and only up to the first stranger', () => {
    expect(createClientKeys([]).of(request('192.0.2.7', '203.0.113.9'))).toBe('192.0.2.7')
    const keys = createClientKeys(parseTrustedProxies('loopback, 10.0.0.0/8'))
    expect(keys.of(request('127.0.0.1', '203.0.113.9'))).toBe('203.0.113.9')
    expect(keys.of(request('127.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9')
    expect(keys.of(request('198.51.100.1', '203.0.113.9'))).toBe('198.51.100.1')
    expect(keys.of(request('127.0.0.1', 'rubbish, 203.0.113.9:4711'))).toBe('203.0.113.9')
    expect(keys.of(request('127.0.0.1', 'rubbish'))).toBe('127.0.0.1')
  })

  it('finds the client at the end of a chain of any length', () => {
    const keys = createClientKeys(parseTrustedProxies('loopback'))
    const invented = Array.from({ length: 900 }, (_, index) => `10.0.${index % 250}.1`).join(', ')
    for (const last of ['203.0.113.9', '203.0.113.10', '203.0.113.9'])
      expect(keys.of(request('127.0.0.1', `${invented}, ${last}`))).toBe(last)
  })

  it('tells that a proxy stands before it which nobody configured', () => {
    const keys = createClientKeys([])
    expect(keys.sawUntrustedForwarding()).toBe(false)
    keys.of(request('127.0.0.1', '203.0.113.9'))
    expect(keys.sawUntrustedForwarding()).toBe(true)
  })

  it('tells of a proxy that is not among those that are trusted, once', () => {
    let reported = 0
    const keys = createClientKeys(parseTrustedProxies('10.0.0.0/8'), () => void reported++)
    keys.of(request('10.1.2.3', '203.0.113.9'))
    keys.of(request('192.0.2.7', undefined))
    expect([keys.sawUntrustedForwarding(), reported]).toEqual([false, 0])
    expect(keys.of(request('192.0.2.7', '203.0.113.9'))).toBe('192.0.2.7')
    keys.of(request('192.0.2.8', '203.0.113.9'))
    expect([keys.sawUntrustedForwarding(), reported]).toEqual([true, 1])
  })

  it('tells of none where the client of a trusted proxy has reset its connection already', () => {
    const keys = createClientKeys(parseTrustedProxies('loopback'))
    expect(keys.of(request(undefined, '203.0.113.9'))).toBe('unknown')
    expect(keys.sawUntrustedForwarding()).toBe(false)
  })

  it('of a connection is null for a trusted proxy, behind which are many', () => {
    const keys = createClientKeys(parseTrustedProxies('loopback'))
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(keys.ofPeer)).toEqual([null, null, null])
    expect(keys.ofPeer('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(keys.ofPeer('2001:db8:1:2::1')).toBe(keys.ofPeer('2001:db8:1:2:ffff::1'))
  })

  it('names the part of TRUST_PROXY that is no address', () => {
    expect(() => parseTrustedProxies('10.0.0.0/8, nginx')).toThrow('"nginx"')
    for (const short of ['1.2.3', '10', '10.0/8', '0x7f.0.0.1', '010.0.0.1'])
      expect(() => parseTrustedProxies(short)).toThrow(`"${short}"`)
    expect(parseTrustedProxies('192.0.2.1, 2001:db8::/32')).toHaveLength(2)
  })
})
