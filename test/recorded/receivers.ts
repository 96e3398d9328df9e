/** Who is sent what in the recorded spring: a subscriber at each channel that has words of its own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { TestApp } from '../app.ts'
import type { Subscribed } from '../contracts/http-alerts/client.ts'
import { patience } from '../patience.ts'
import { startBotApiServer } from '../receivers/bot-api-server.ts'
import { startLoopback } from '../receivers/loopback.ts'
import { codeIn, smsGateway } from '../receivers/sms-gateway.ts'
import { startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { leadingTo } from '../seasons/receivers.ts'

export interface RecordedReceivers {
  readonly environment: Readonly<Record<string, string>>
  /** Subscribes all, and proves them. @param pass lets the app work */
  readonly subscribe: (app: TestApp, pass: () => Promise<void>) => Promise<void>
  /** All that came, each with its hour. */
  readonly read: () => readonly string[]
  readonly close: () => Promise<void>
}

const subscriptions = [
  { location: 'malatya', channel: 'ntfy', lang: 'en', threshold: 60, label: 'Upper orchard' },
  {
    location: 'malatya',
    channel: 'webhook',
    lang: 'tr',
    threshold: 30,
    crop: 'apricot',
    stage: 'full-bloom'
  },
  {
    ...{ location: 'isparta', channel: 'email', lang: 'tr' },
    ...{ threshold_temperature: 0, threshold_of: 'air', threshold_probability: 0.5 }
  },
  {
    ...{ location: 'sivas', channel: 'telegram', lang: 'en' },
    ...{ threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.2 }
  },
  {
    location: 'malatya',
    channel: 'sms',
    lang: 'tr',
    threshold: 50,
    crop: 'sweet-cherry',
    stage: 'full-bloom'
  },
  {
    location: 'yakima',
    channel: 'webhook',
    lang: 'en',
    threshold: 40,
    quiet_hours: { from: '22:00', to: '06:00' }
  }
] as const

/** Starts them. @param clock the app's [ms since epoch] */
export async function openReceivers(folder: string, clock: () => number): Promise<RecordedReceivers> {
  const received: string[] = []
  const note = (channel: string, ...lines: readonly string[]): void =>
    void received.push([`${new Date(clock()).toISOString().slice(0, 13)} ${channel}`, ...lines].join('\n'))
  const hook = await startLoopback(({ body }) => {
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> }
    if (data['challenge'] !== undefined) return answered({ challenge: data['challenge'] })
    const { text, ...members } = data
    note('webhook', type, JSON.stringify(members, null, 1), String(text))
    return { status: 204 }
  })
  const ntfy = await startLoopback(({ body }) => {
    if (body.length === 0) return answered({ healthy: true })
    const { topic: _, message, ...members } = JSON.parse(body.toString()) as Record<string, unknown>
    note('ntfy', JSON.stringify(members, null, 1), String(message))
    return answered({ id: '1' })
  })
  const codes: string[] = []
  const sms = await startLoopback(({ body }) => {
    const { text } = JSON.parse(body.toString()) as { readonly text: string }
    if (codeIn(text) === '') note('sms', text)
    else codes.push(codeIn(text))
    return answered({ code: '00' })
  })
  const mail = await startSmtpReceiver()
  const bot = await startBotApiServer()
  let [mails, chats] = [0, 0]
  const readWords = (): void => {
    for (const { mail: read } of mail.received.slice(mails))
      note('email', read.subject ?? '', read.text ?? '')
    for (const { text, buttons } of bot.sent.slice(chats))
      note('telegram', text, ...buttons.flat().map((button) => button.text))
    ;[mails, chats] = [mail.received.length, bot.sent.length]
  }
  const gateways = join(folder, 'gateways.json')
  writeFileSync(gateways, JSON.stringify([smsGateway(sms.origin)]))
  const destinations: Readonly<Record<string, object>> = {
    webhook: { url: `${hook.origin}/hook` },
    email: { address: 'grower@example.org' },
    sms: { phone: '+905321234567' }
  }
  return {
    environment: {
      ...leadingTo({ ports: [hook.port], ntfy, mail, bot }),
      GATEWAYS_FILE: gateways
    },
    async subscribe({ api, origin }, pass) {
      const send = async (path: string, body: unknown, token = ''): Promise<Subscribed> => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const answer = await fetch(api + path, {
          method: 'POST',
          headers: token === '' ? { 'content-type': headers['content-type'] } : headers,
          body: JSON.stringify(body)
        })
        const text = await answer.text()
        expect(answer.ok, text).toBe(true)
        return JSON.parse(text) as Subscribed
      }
      for (const one of subscriptions) {
        const destination = destinations[one.channel]
        await pass()
        const made = await send('/alerts/subscribe', { ...one, ...(destination && { destination }) })
        if (one.channel === 'telegram') {
          bot.say(1001, `/start ${new URL(made.confirmation.url ?? '').searchParams.get('start')}`, 'en')
          await vi.waitFor(() => expect(bot.sent).not.toEqual([]), patience)
        }
        if (one.channel === 'email') {
          await pass()
          await vi.waitFor(() => expect(mail.received).not.toEqual([]), patience)
          const path = /https:\/\/ayaz\.example(\/confirm\/[\w-]+)/.exec(
            mail.received[0]?.mail.text ?? ''
          )?.[1]
          await fetch(`${origin}${path}`, { method: 'POST' })
        }
        if (one.channel === 'sms') {
          await pass()
          await vi.waitFor(() => expect(codes).not.toEqual([]), patience)
          await send(`/alerts/subscriptions/${made.id}/confirm`, { code: codes[0] }, made.manage.token)
        }
      }
    },
    read: () => {
      readWords()
      return received
    },
    close: async () => void (await Promise.all([hook, ntfy, sms, mail, bot].map((server) => server.close())))
  }
}

const answered = (json: unknown) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json)
})
