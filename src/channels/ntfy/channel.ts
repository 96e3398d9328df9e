/** ntfy: a topic that cannot be guessed, on the operator's own server. */
import type { AlertMessage } from '../../alerts/message-ports.ts'
import type { DeliveryContext, DeliveryOutcome, Destination } from '../../alerts/ports.ts'
import {
  type ChannelDeps,
  channelKind,
  type FolderChannel,
  type OpenChannel,
  type OpenFolder
} from '../channel-kind.ts'
import { invalid, isProblem, prepared, readMembers, refuseAny, unknownMember } from '../destination.ts'
import { attemptRequest, isSuccess, retry, retryLater, sent } from '../http-attempt.ts'
import { sentIn, sentWith, withWords, wordsOfAnswer } from '../other-side.ts'
import { createTrouble, type Trouble } from '../trouble.ts'
import { headersWith, type NtfySettings, ntfyEnvironment } from './config.ts'
import { ntfyMessage } from './message.ts'
import { tryNtfyServer } from './try-server.ts'

/** 160 bits, well over the 128 that prevent guessing. */
const topicBytes = 20

/** The ntfy channel's line in the registry. */
export const ntfyKind = channelKind({
  kind: 'ntfy',
  names: { en: 'ntfy' },
  row: { body: '–', unconfigured: 'no: `NTFY_URL`', firstState: 'active', sends: 'yes' },
  environment: ntfyEnvironment,
  open: openNtfy
})

async function openNtfy(settings: NtfySettings, deps: ChannelDeps): Promise<OpenFolder> {
  const trouble = createTrouble(deps.clock)
  const channel: FolderChannel = {
    id: 'ntfy',
    kind: 'ntfy',
    pushes: true,
    takesAnswers: true,
    takesMinimalBody: true,
    isConfigured: settings.url !== null,
    needs: settings.url === null ? ['NTFY_URL'] : [],
    destinationMembers: [],
    formField: null,
    rankForPeople: 3,
    needsOperatorKey: false,
    confirmation: 'none',
    confirmWithinSeconds: null,
    confirmsAtOnce: false,
    installationCap: settings.cap,
    prepare: async ({ destination, random }) => {
      const topic = `ayaz-${Buffer.from(random(topicBytes)).toString('base64url')}`
      return refuseAny(destination) ?? prepared({ topic })
    },
    setup: ({ destination }) => ({
      url: settings.url === null || destination === null ? null : `${settings.url}/${destination['topic']}`,
      secret: null,
      instructions: 'subscribe_topic'
    }),
    unavailable: async () => trouble.known(),
    deliver: (message, destination, context) =>
      deliver({ settings, deps, trouble, message, destination, context }),
    preview: (message, destination, context) => {
      const shown = ntfyMessage(message, String(destination?.['topic'] ?? ''), context.messageId)
      return {
        appearance: 'push',
        title: String(shown['title']),
        text: String(shown['message']),
        headers: []
      }
    }
  }
  const { url, token } = settings
  return {
    channel,
    readNamed,
    applicationServerKey: null,
    ...(url !== null && { tryServer: tryNtfyServer({ url, token }, deps.sendToOperator) }),
    close: async () => undefined
  }
}

function readNamed(given: unknown): ReturnType<NonNullable<OpenChannel['readNamed']>> {
  const members = readMembers(given, 'a topic')
  if (isProblem(members)) return members
  const topic = members['topic']
  if (typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic)) {
    return invalid('/destination/topic', 'A topic has 1 to 64 letters, digits, - or _.')
  }
  return unknownMember(members, ['topic']) ?? prepared({ topic })
}

async function deliver(delivery: {
  readonly settings: NtfySettings
  readonly deps: ChannelDeps
  readonly trouble: Trouble
  readonly message: AlertMessage
  readonly destination: Destination
  readonly context: DeliveryContext
}): Promise<DeliveryOutcome> {
  const { settings, deps, trouble, message, destination, context } = delivery
  if (settings.url === null) return retry('This channel is not configured at the moment.', 600)
  const credentials = headersWith(settings.token)
  const attempt = await attemptRequest(deps.sendToOperator, {
    url: `${settings.url}/`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials },
    body: JSON.stringify(ntfyMessage(message, String(destination['topic']), context.messageId)),
    totalTimeoutMs: 10_000,
    maxBytes: 65_536,
    signal: context.signal
  })
  if (!attempt.ok) return attempt.outcome
  const { response } = attempt
  if (isSuccess(response)) {
    trouble.over()
    return sent()
  }
  const hidden = [...sentIn({ url: settings.url, headers: credentials }), ...sentWith(message, destination)]
  if (response.status === 401 || response.status === 403) {
    const words = withWords(wordsOfAnswer(response), hidden)
    trouble.met('The ntfy server does not let this service publish at the moment.')
    deps.report({
      channel: 'ntfy',
      text: `The ntfy server refuses to publish (${response.status}), see NTFY_TOKEN${words}`
    })
    // The operator's mistake, not the subscriber's: it must not end the subscription.
    return retry(`The ntfy server does not let this service publish${words}`, 600)
  }
  return retryLater(response, context.now, hidden)
}
