import { expect, test } from 'vitest'
import { frostMessage, messageNow } from '../../../test/contracts/channels/message.ts'
import type { StateApi, StatedSubscription } from '../../alerts/ports.ts'
import type { Publication } from './broker.ts'
import { openStateTopics } from './state-topics.ts'

const topic = 'frost/alerts/secret'

/** Rounds of a broker that takes everything, over one subscription. */
function openRounds(message: Awaited<ReturnType<StateApi['messageOf']>>) {
  const published: Publication[] = []
  const subscription: StatedSubscription = {
    ...{ seq: 1, id: 'sub', location: 'malatya', destination: { topic }, endedAt: null },
    ...{ channel: 'mqtt', label: null, labelIsOwn: true, language: 'tr' },
    lastSentAt: messageNow - 3_600_000
  }
  const rounds = { published, subscription, lookUps: 0, term: 0 }
  const show = openStateTopics(
    {
      isReachable: async () => true,
      connections: () => 1,
      publish: async (one) => {
        published.push(one)
        return 'published'
      },
      close: async () => undefined
    },
    { announces: false, announcesFields: false, report: () => undefined, siteUrl: 'https://ayaz.example' }
  )
  const api: StateApi = {
    now: () => messageNow,
    term: () => rounds.term,
    watched: async () => [],
    unwatched: async () => [],
    takeEvaluated: () => new Set(),
    stateOf: async () => null,
    fieldName: () => null,
    fieldState: async () => null,
    fieldThermometer: async () => null,
    subscriptions: async () => [rounds.subscription],
    alarms: async () => new Map(),
    messageOf: async () => {
      rounds.lookUps += 1
      return message
    }
  }
  return { rounds, show: () => show(api, new AbortController().signal) }
}

test('a subscription without a message about nights is looked up once, not in every round', async () => {
  const { rounds, show } = openRounds(null)
  for (let round = 0; round < 5; round += 1) await show()
  expect(rounds.lookUps).toBe(1)
  rounds.subscription = { ...rounds.subscription, lastSentAt: messageNow }
  await show()
  expect(rounds.lookUps).toBe(2)
})

test('a topic holds its nights again after a message that is not about nights', async () => {
  const { rounds, show } = openRounds({ messageId: 'msg_1', message: frostMessage() })
  await show()
  await show()
  expect(rounds.published).toHaveLength(1)
  // A test message was sent, which the topic retains now.
  rounds.subscription = { ...rounds.subscription, lastSentAt: messageNow }
  await show()
  expect(rounds.published.map(({ payload }) => payload)).toEqual(Array(2).fill(rounds.published[0]?.payload))
})

test('everything is shown again once another process may have shown states', async () => {
  const { rounds, show } = openRounds({ messageId: 'msg_1', message: frostMessage() })
  await show()
  rounds.term += 1
  await show()
  expect(rounds.published).toHaveLength(2)
})
