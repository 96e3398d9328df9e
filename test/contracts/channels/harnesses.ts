/** A real counterpart for every channel. */
import { parseAtomFeed } from 'feedsmith'
import { emailKind } from '../../../src/channels/email/channel.ts'
import { feedKind, renderAtom } from '../../../src/channels/feed/channel.ts'
import { mqttKind } from '../../../src/channels/mqtt/channel.ts'
import { ntfyKind } from '../../../src/channels/ntfy/channel.ts'
import { renderServerSentEvent, sseKind } from '../../../src/channels/sse/channel.ts'
import { telegramKind } from '../../../src/channels/telegram/channel.ts'
import { webhookSecret } from '../../../src/channels/webhook/bodies.ts'
import { webhookKind } from '../../../src/channels/webhook/channel.ts'
import { webpushKind } from '../../../src/channels/webpush/channel.ts'
import { refusal, startBotApiServer, visibleText } from '../../receivers/bot-api-server.ts'
import { mosquittoIsInstalled, startMosquitto } from '../../receivers/mosquitto.ts'
import { startNtfyServer } from '../../receivers/ntfy-server.ts'
import { startPushService } from '../../receivers/push-service.ts'
import { startSmtpReceiver } from '../../receivers/smtp-receiver.ts'
import { startWebhookReceiver } from '../../receivers/webhook-receiver.ts'
import type { Harness, HarnessPlan, Received } from './harness.ts'
import { deliveryContext, messageNow } from './message.ts'
import { openTestDeps } from './parts.ts'

/** Every harness, in the registry's order. */
export const harnessPlans: readonly HarnessPlan[] = [
  { kind: 'webhook', missing: null, open: webhook },
  { kind: 'ntfy', missing: null, open: ntfy },
  { kind: 'telegram', missing: null, open: telegram },
  { kind: 'email', missing: null, open: email },
  { kind: 'feed', missing: null, open: feed },
  { kind: 'webpush', missing: null, open: webpush },
  { kind: 'sse', missing: null, open: sse },
  {
    kind: 'mqtt',
    missing: mosquittoIsInstalled ? null : "Debian's mosquitto and mosquitto-clients are not installed",
    open: mqtt
  }
]

/** Forms in which servers say why. */
const bodies: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => JSON.stringify({ reason: words }),
  (words) => JSON.stringify({ error: { code: 7, message: words } }),
  (words) => `<html><head><title>${words}</title></head></html>`
]

async function webhook(): Promise<Harness> {
  const secret = webhookSecret(deliveryContext().signingKey)
  const receiver = await startWebhookReceiver(secret)
  const test = openTestDeps([receiver.port])
  const { channel } = await webhookKind.configure({}).open(test.deps)
  return {
    channel,
    given: { url: `${receiver.origin}/marked-path?token=marked-query` },
    bound: null,
    now: Date.now(),
    received: async () =>
      receiver.verified.map(({ id, body }) => {
        const data = body['data'] as Record<string, unknown>
        return { plain: `${data['title']}\n${data['text']}`, markup: null, id }
      }),
    refuseForNow: () => {
      receiver.answerNext({ status: 503, headers: { 'retry-after': '90' } })
      return 90
    },
    refuseForGood: () => {
      receiver.answerNext({ status: 410 })
      return 'gone'
    },
    refuse: [400, 401, 403, 404, 410, 413, 422, 429, 500, 503].flatMap((status) =>
      bodies.map((body) => (words: string) => receiver.answerNext({ status, body: body(words) }))
    ),
    secrets: [secret, secret.slice(6), 'marked-path', 'marked-query'],
    reports: test.reports,
    close: async () => void (await Promise.all([receiver.close(), test.close()]))
  }
}

async function ntfy(): Promise<Harness> {
  const server = await startNtfyServer({ token: 'tk_marked' })
  const test = openTestDeps()
  const environment = { NTFY_URL: server.origin, NTFY_TOKEN: 'tk_marked' }
  const { channel } = await ntfyKind.configure(environment).open(test.deps)
  return {
    channel,
    given: undefined,
    bound: null,
    now: messageNow,
    received: async () =>
      server.published.map((one) => ({
        plain: `${one.title}\n${one.message}`,
        markup: null,
        id: String(Reflect.get(one, 'sequence_id'))
      })),
    refuseForNow: () => {
      server.answerNext({ status: 429, headers: { 'retry-after': '45' }, body: '{"code":42901}' })
      return 45
    },
    refuseForGood: null,
    refuse: [400, 401, 403, 404, 413, 429, 500, 507].map(
      (http) => (words: string) =>
        server.answerNext({
          status: http,
          body: JSON.stringify({ code: http * 100 + 1, http, error: words })
        })
    ),
    secrets: ['tk_marked'],
    reports: test.reports,
    close: async () => void (await Promise.all([server.close(), test.close()]))
  }
}

async function telegram(): Promise<Harness> {
  const server = await startBotApiServer('42:marked-bot-token')
  const test = openTestDeps()
  const environment = {
    TELEGRAM_BOT_TOKEN: server.token,
    TELEGRAM_BOT_NAME: 'ayaz_test_bot',
    TELEGRAM_API_ROOT: server.origin
  }
  const { channel } = await telegramKind.configure(environment).open(test.deps)
  return {
    channel,
    given: undefined,
    bound: { chatId: 777 },
    now: messageNow,
    received: async () =>
      server.sent.map(({ text, parseMode }) => ({
        plain: visibleText(text, parseMode),
        markup: text,
        id: null
      })),
    refuseForNow: () => {
      server.answerNext('sendMessage', refusal(429, 'Too Many Requests: retry after 17', { retry_after: 17 }))
      return 17
    },
    refuseForGood: () => {
      server.block(777)
      return 'blocked'
    },
    refuse: [400, 401, 403, 404, 413, 429, 500].map(
      (code) => (words: string) => server.answerNext('sendMessage', refusal(code, words))
    ),
    secrets: [server.token, 'marked-bot-token'],
    reports: test.reports,
    close: async () => void (await Promise.all([server.close(), test.close()]))
  }
}

async function email(): Promise<Harness> {
  const server = await startSmtpReceiver({ login: { user: 'ayaz', password: 'marked-password' } })
  const test = openTestDeps()
  const url = `smtp://ayaz:marked-password@127.0.0.1:${server.port}`
  const opened = await emailKind
    .configure({ SMTP_URL: url, SMTP_FROM: 'Frost <frost@ayaz.example>', SMTP_TLS: 'off' })
    .open(test.deps)
  return {
    channel: opened.channel,
    given: { address: 'Ayse.Yilmaz@example.org' },
    bound: null,
    now: messageNow,
    received: async () =>
      server.received.map(({ mail }) => ({
        plain: `${mail.subject}\n${mail.text}`,
        markup: mail.html ?? '',
        id: mail.messageId ?? null
      })),
    refuseForNow: () => {
      server.refuseNext('data', { code: 451, message: '4.7.1 greylisted' })
      return null
    },
    refuseForGood: () => {
      server.refuseNext('recipient', { code: 550, message: '5.1.1 no such user' })
      return 'gone'
    },
    refuse: (['recipient', 'data'] as const).flatMap((at) =>
      [450, 451, 550, 552, 553, 554].map((code) => (words: string) => {
        server.refuseNext(at, { code, message: words })
      })
    ),
    secrets: ['marked-password', 'Ayse.Yilmaz'],
    reports: test.reports,
    close: async () => void (await Promise.all([opened.close(), server.close(), test.close()]))
  }
}

async function feed(): Promise<Harness> {
  const test = openTestDeps()
  const { channel } = await feedKind.configure({}).open(test.deps)
  const entries: Parameters<typeof renderAtom>[0]['entries'][number][] = []
  const received = async (): Promise<readonly Received[]> => {
    const parsed = parseAtomFeed(
      renderAtom({
        subscriptionId: 'sub_1',
        feedUrl: 'https://ayaz.example/feeds/marked-feed-token',
        placeUrl: 'https://ayaz.example/en/place/malatya',
        placeName: 'Malatya',
        language: 'en',
        threshold: 60,
        crop: 'generic',
        stage: null,
        createdAt: messageNow,
        entries
      })
    )
    return (parsed.entries ?? []).map((entry) => {
      const content = typeof entry.content === 'string' ? entry.content : (entry.content?.value ?? '')
      const title = typeof entry.title === 'string' ? entry.title : (entry.title?.value ?? '')
      return { plain: `${title}\n${readHtml(content)}`, markup: content, id: entry.id ?? null }
    })
  }
  return {
    channel,
    given: undefined,
    bound: null,
    now: messageNow,
    received,
    refuseForNow: null,
    refuseForGood: null,
    secrets: ['marked-feed-token'],
    reports: test.reports,
    recorded: (message, { messageId }) => void entries.push({ message, messageId }),
    close: test.close
  }
}

async function webpush(): Promise<Harness> {
  const service = await startPushService()
  const test = openTestDeps([service.port])
  const { channel } = await webpushKind.configure({}).open(test.deps)
  return {
    channel,
    given: { ...service.subscription, expirationTime: null },
    bound: null,
    now: messageNow,
    received: async () =>
      service.opened.map(({ text }) => {
        const shown = JSON.parse(text) as Record<string, unknown>
        return { plain: `${shown['title']}\n${shown['body']}`, markup: null, id: String(shown['message_id']) }
      }),
    refuseForNow: () => {
      service.answerNext({ status: 429, headers: { 'retry-after': '30' } })
      return 30
    },
    refuseForGood: () => {
      service.answerNext({ status: 410 })
      return 'gone'
    },
    refuse: [400, 401, 403, 404, 410, 413, 429, 500].flatMap((status) =>
      bodies.map((body) => (words: string) => service.answerNext({ status, body: body(words) }))
    ),
    secrets: [service.subscription.keys.auth, service.subscription.endpoint.split('/').at(-1) ?? ''],
    reports: test.reports,
    close: async () => void (await Promise.all([service.close(), test.close()]))
  }
}

async function sse(): Promise<Harness> {
  const test = openTestDeps()
  const { channel } = await sseKind.configure({}).open(test.deps)
  const events: string[] = []
  return {
    channel,
    given: undefined,
    bound: null,
    now: messageNow,
    received: async () =>
      events.map((event) => {
        const fields = new Map(
          event.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)])
        )
        const data = JSON.parse(fields.get('data') ?? '') as Record<string, unknown>
        return { plain: `${data['title']}\n${data['text']}`, markup: null, id: fields.get('id') ?? null }
      }),
    refuseForNow: null,
    refuseForGood: null,
    secrets: [],
    reports: test.reports,
    recorded: (message, { messageId }) => void events.push(renderServerSentEvent(messageId, message)),
    close: test.close
  }
}

async function mqtt(): Promise<Harness> {
  const broker = await startMosquitto({ user: 'ayaz', password: 'marked-password' })
  const test = openTestDeps()
  const opened = await mqttKind.configure({ MQTT_URL: broker.url, MQTT_OPEN: '1' }).open(test.deps)
  return {
    channel: opened.channel,
    given: undefined,
    bound: null,
    now: messageNow,
    received: async () =>
      (await broker.read('frost/alerts/#', 1)).map(({ payload }) => {
        const data = JSON.parse(payload) as Record<string, unknown>
        return {
          plain: `${data['title']}\n${data['short']}\n${data['label']}`,
          markup: null,
          id: String(data['message_id'])
        }
      }),
    refuseForNow: null,
    refuseForGood: null,
    secrets: ['marked-password'],
    reports: test.reports,
    close: async () => {
      await opened.close()
      await Promise.all([broker.close(), test.close()])
    }
  }
}

function readHtml(html: string): string {
  return visibleText(html, 'HTML')
}
