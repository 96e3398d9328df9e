import { createHash, createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Alerts } from './alerts.ts'
import { enterCode } from './phone-code.ts'
import type { Keys } from './ports.ts'
import type { Subscription } from './subscription.ts'
import { codeOf, idOfToken, messageIds, newSubscriptionId, tokenFor } from './tokens.ts'

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const purposes: readonly Parameters<typeof tokenFor>[1][] = [
  'manage',
  'unsubscribe',
  'feed',
  'confirm',
  'conversation',
  'preview'
]

function keysOf(secret: string): Keys {
  return {
    derive: (purpose, text) =>
      new Uint8Array(createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()),
    hash: (text) => createHash('sha256').update(text).digest('hex')
  }
}

describe('tokens', () => {
  const keys = keysOf('secret')
  const id = newSubscriptionId(random)

  it('open the door they were made for and no other', () => {
    for (const created of purposes) {
      const token = tokenFor(keys, created, id)
      for (const asked of purposes) expect(idOfToken(keys, asked, token)).toBe(created === asked ? id : null)
    }
  })

  it('fit into a deep link of Telegram: at most 64 of A–Z, a–z, 0–9, _ and -', () => {
    expect(tokenFor(keys, 'conversation', id)).toMatch(/^[A-Za-z0-9_-]{58}$/)
  })

  it('are worthless with one character changed, another id, another length, or under another key', () => {
    const token = tokenFor(keys, 'manage', id)
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A'
      expect(idOfToken(keys, 'manage', token.slice(0, index) + other + token.slice(index + 1))).toBeNull()
    }
    const swapped = newSubscriptionId(random) + token.slice(id.length)
    for (const wrong of ['', id, token.slice(1), `${token}A`, swapped, token.replace(/.$/, 'ş')]) {
      expect(idOfToken(keys, 'manage', wrong)).toBeNull()
    }
    expect(idOfToken(keysOf('another'), 'manage', token)).toBeNull()
  })

  it('give each message another id, in every process another range', () => {
    const [one, other] = [messageIds(random), messageIds(random)]
    const ids = Array.from({ length: 500 }, () => [one(), other()]).flat()
    expect(new Set(ids).size).toBe(1000)
    expect(ids.every((text) => /^msg_[A-Za-z0-9_-]{17,}$/.test(text))).toBe(true)
  })
})

it('a code by telephone is good for ten minutes from its sending', async () => {
  const keys = keysOf('secret')
  const [id, madeAt] = ['sub_1', 1_000_000]
  const entered = async (ageMs: number) => {
    const deps = {
      keys,
      now: () => madeAt + ageMs,
      deliveryLog: {
        of: async () => [{ fixed: { kind: 'confirm', messageId: 'msg_1', madeAt }, lastAttemptAt: madeAt }]
      },
      allowances: { take: async () => true },
      subscriptions: { confirm: async () => false }
    } as unknown as Alerts
    const found = { id, state: 'pending_confirmation' } as Subscription
    return (await enterCode(deps, found, { code: codeOf(keys, id, madeAt) }))?.code ?? null
  }
  expect([await entered(600_000 - 1), await entered(600_000)]).toEqual([null, 'confirmation_expired'])
})
