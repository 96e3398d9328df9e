/** Mail through the operator's own server, to addresses whose owners confirmed them. */
import Type from 'typebox'
import type { AlertMessage, MessagePreview } from '../../alerts/message-ports.ts'
import type {
  DeliveryOutcome,
  Destination,
  DestinationProblem,
  PreparedDestination
} from '../../alerts/ports.ts'
import { daySeconds } from '../../common/time.ts'
import { type ChannelDeps, channelKind, type FolderChannel, type OpenFolder } from '../channel-kind.ts'
import { invalid, isProblem, prepared, readMembers, required } from '../destination.ts'
import { retry, sent } from '../http-attempt.ts'
import { createTrouble, credentials, sentWith, type Trouble } from '../other-side.ts'
import { type EmailSettings, emailEnvironment, emailNotes, readAddress, type Sender } from './config.ts'
import {
  isOperatorsFault,
  loginOf,
  openMailer,
  operatorsTask,
  outcomeOf,
  reachedNoRecipient,
  readRefusal,
  tryMailServer
} from './mailer.ts'
import { mailOf } from './message.ts'

type Mailer = Awaited<ReturnType<typeof openMailer>>

export const emailKind = channelKind({
  kind: 'email',
  names: { en: 'E-mail', tr: 'E-posta' },
  row: {
    body: '`destination.address`',
    unconfigured: 'no: `SMTP_URL`, `SMTP_FROM`',
    firstState: 'pending until the link is confirmed',
    sends: 'yes'
  },
  environment: emailEnvironment,
  notes: emailNotes,
  open: openEmail
})

const destinationSchema = Type.Object(
  { address: Type.String({ format: 'idn-email', description: 'Where the mails go.' }) },
  { additionalProperties: false, title: 'EmailDestination', description: 'Where messages go: a mailbox.' }
)

async function openEmail(settings: EmailSettings, deps: ChannelDeps): Promise<OpenFolder> {
  const { url, encryption } = settings
  const from = settings.from === null ? null : { ...settings.from, operator: deps.operator }
  const trouble = createTrouble(deps.clock)
  const server = url === null || from === null ? null : { url, encryption, domain: from.address.domain }
  const post =
    server === null || from === null
      ? null
      : { mailer: await openMailer(server), from, login: loginOf(server.url) }
  const channel: FolderChannel = {
    takesAnswers: true,
    isConfigured: post !== null,
    needs: [...(settings.url === null ? ['SMTP_URL'] : []), ...(settings.from === null ? ['SMTP_FROM'] : [])],
    destinationMembers: ['/destination/address'],
    destinationSchema,
    formField: 'email',
    rankForPeople: 2,
    confirmation: 'link',
    confirmWithinSeconds: 2 * daySeconds,
    prepare: async ({ destination }) => prepare(destination),
    setup: () => ({ url: null, secret: null, instructions: 'open_mail' }),
    unavailable: async () => trouble.known(),
    deliver: (message, destination, { messageId, signal }) =>
      deliver({ post, deps, trouble, message, destination, messageId, signal }),
    preview: (message, destination, { messageId }) => preview({ message, destination, messageId, from })
  }
  return {
    channel,
    readNamed: prepare,
    ...(server !== null && { tryServer: tryMailServer(server) }),
    close: async () => post?.mailer.close()
  }
}

function prepare(given: unknown): PreparedDestination | DestinationProblem {
  const members = readMembers(given, 'an address', ['address'])
  if (isProblem(members)) return members
  const text = members['address']
  if (text === undefined) return required('/destination/address', 'Name the mail address.')
  const read = typeof text === 'string' ? readAddress(text) : null
  if (read === null)
    return invalid('/destination/address', 'This is not a mail address such as ayse@example.org.')
  return prepared({ address: read.address }, { destinationKey: read.folded, rateLimitKey: read.mailbox })
}

interface Delivery {
  readonly post: { readonly mailer: Mailer; readonly from: Sender; readonly login: string } | null
  readonly deps: ChannelDeps
  readonly trouble: Trouble
  readonly message: AlertMessage
  readonly destination: Destination
  readonly messageId: string
  readonly signal: AbortSignal
}

async function deliver(delivery: Delivery): Promise<DeliveryOutcome> {
  const { post, deps, trouble, message, destination, messageId, signal } = delivery
  if (post === null) return retry('This channel is not configured at the moment.', 600)
  const to = { name: '', address: String(destination['address']) }
  try {
    await post.mailer.sendMail({ ...mailOf(message, messageId, post.from), to, signal })
    trouble.over()
    return sent()
  } catch (error) {
    if (signal.aborted) return retry('The attempt was given up before the mail server answered.')
    const refusal = readRefusal(error)
    // A refused recipient does not stop the channel: the refusal may be the policy of one receiver.
    if (isOperatorsFault(refusal))
      trouble.met('The mail server does not let this service send at the moment.')
    const hidden = [...credentials(post.login), ...sentWith(message, destination)]
    const task = operatorsTask(refusal, hidden)
    if (task !== null) deps.report({ channel: 'email', text: task })
    const outcome = outcomeOf(refusal, hidden)
    return outcome.outcome === 'retry' && reachedNoRecipient(refusal)
      ? { ...outcome, reachedNoRecipient: true }
      : outcome
  }
}

const [domain, previewAddress] = ['example.org', 'ayaz@example.org']
const previewSender: Sender = {
  name: 'Ayaz',
  address: { address: previewAddress, folded: previewAddress, mailbox: previewAddress, domain }
}

function preview(input: {
  readonly message: AlertMessage
  readonly destination: Destination | null
  readonly messageId: string
  readonly from: Sender | null
}): MessagePreview {
  const { message, destination, messageId } = input
  const sender = input.from ?? previewSender
  const mail = mailOf(message, messageId, sender)
  const headers: [string, string][] = [
    ['From', `${sender.name} <${sender.address.address}>`],
    ['To', String(destination?.['address'] ?? '')],
    ['Subject', String(mail.subject)]
  ]
  return { appearance: 'mail', title: String(mail.subject), text: String(mail.text), headers }
}
