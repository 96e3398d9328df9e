/** Who is subscribed in a season: everyone at a webhook, some beside it at another channel. */
import { expect, vi } from 'vitest'
import type { Subscribed } from '../contracts/http-alerts/client.ts'
import { patience } from '../patience.ts'
import type { Receivers } from './receivers.ts'

/** What is asked for; the names are those of the figures. */
export const thresholds = {
  score60: { threshold: 60 },
  air: { threshold_temperature: 0, threshold_of: 'air', threshold_probability: 0.5 },
  plants: { threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.2 },
  apricot: { threshold: 30, crop: 'apricot', stage: 'full-bloom' }
} as const
export type ThresholdName = keyof typeof thresholds

export interface Subscriber {
  readonly place: string
  readonly thresholdName: ThresholdName
  readonly channel: string
  /** Where its messages come to; `Received.to`. */
  readonly to: string
  /** Of a feed or a stream: its path. */
  readonly path: string | null
}

const others = [
  'ntfy',
  'email',
  'ntfy',
  'telegram',
  'ntfy',
  'webpush',
  'sse',
  'ntfy',
  'mqtt',
  'feed'
] as const
/** So many of the push service's browsers there are. */
export const maxPush = 2

/** Subscribes everyone at each place, each place as a client of its own. */
export async function subscribeAll(
  origin: string,
  places: readonly string[],
  receivers: Receivers
): Promise<readonly Subscriber[]> {
  const subscribers: Subscriber[] = []
  let pushed = 0
  let chat = 1000
  for (const [index, place] of places.entries()) {
    for (const thresholdName of Object.keys(thresholds) as ThresholdName[]) {
      const to = `/${place}/${thresholdName}`
      const destination = { url: `${receivers.hookOrigin}${to}` }
      await subscribe(origin, { index, place, thresholdName, channel: 'webhook', destination })
      subscribers.push({ place, thresholdName, channel: 'webhook', to, path: null })
    }
    const thresholdName =
      (['score60', 'apricot', 'score60', 'air', 'plants'] as const)[index % 5] ?? 'score60'
    const chosen = others[index % others.length] ?? 'ntfy'
    const channel =
      (chosen === 'mqtt' && receivers.broker === null) || (chosen === 'webpush' && pushed >= maxPush)
        ? 'ntfy'
        : chosen
    const push = channel === 'webpush' ? receivers.push[pushed++] : undefined
    const address = `${place}@example.org`
    const destination = channel === 'email' ? { address } : push === undefined ? undefined : push.subscription
    const answer = await subscribe(origin, { index, place, thresholdName, channel, destination })
    const url = answer.channel_url === null ? null : new URL(answer.channel_url)
    const named = { ntfy: url?.pathname.slice(1), mqtt: url?.pathname.slice(1), email: address } as const
    if (channel === 'telegram') {
      chat += 1
      const start = new URL(answer.confirmation.url ?? '').searchParams.get('start')
      receivers.bot.say(chat, `/start ${start}`, 'en')
      const spoken = chat
      await vi.waitFor(
        () => expect(receivers.bot.sent.some(({ chatId }) => chatId === spoken)).toBe(true),
        patience
      )
    }
    const to =
      channel === 'telegram'
        ? String(chat)
        : channel === 'webpush'
          ? `push${pushed - 1}`
          : (named[channel as keyof typeof named] ?? `${channel} ${place}`)
    const path = channel === 'feed' || channel === 'sse' ? (url?.pathname ?? null) : null
    subscribers.push({ place, thresholdName, channel, to, path })
  }
  return subscribers
}

interface Asked {
  readonly index: number
  readonly place: string
  readonly thresholdName: ThresholdName
  readonly channel: string
  readonly destination: unknown
}

async function subscribe(
  origin: string,
  { index, place, thresholdName, channel, destination }: Asked
): Promise<Subscribed> {
  const answer = await fetch(`${origin}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `20.${index}.${index}.1` },
    body: JSON.stringify({
      location: place,
      channel,
      lang: 'en',
      ...thresholds[thresholdName],
      ...(destination !== undefined && { destination })
    })
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(201)
  const subscribed = JSON.parse(text) as Subscribed
  expect(subscribed.preview).toBe(false)
  return subscribed
}
