import { sentenceCase } from '../../language/dates.ts'
import { channelName } from '../../language/labels.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import { invalidIn, option } from '../pieces.ts'
import type { ChannelOffer } from '../ports.ts'
import type { Visitor } from '../visitor.ts'

export interface WaysInput {
  readonly channels: readonly ChannelOffer[]
  readonly pushPublicKey: string | null
  readonly visitor: Visitor
  readonly typed?: {
    readonly channel: string
    readonly destination: string
    readonly format: string
    readonly threshold: string
    readonly temperature: string
    readonly subject: string
    readonly probability: string
    readonly isInDegrees: boolean
    readonly wrong: readonly string[]
  }
}

export function pushChannel(channels: readonly ChannelOffer[]): ChannelOffer | undefined {
  return channels.find(({ needs }) => needs === 'push')
}

/** The ways and the one field for an address; null where there is no way. */
export function channelChoices(input: WaysInput): Markup | null {
  const { channels, pushPublicKey, typed, visitor } = input
  const words = wordsIn(visitor.lang).subscribe
  const browser = pushPublicKey === null ? undefined : pushChannel(channels)
  const listed = channels.filter(({ needs }) => needs !== 'push')
  if (listed.length === 0 && browser === undefined) return null
  const people = listed
    .filter(({ rankForPeople }) => rankForPeople !== null)
    .toSorted((one, other) => (one.rankForPeople ?? 0) - (other.rankForPeople ?? 0))
  const programs = listed.filter(({ rankForPeople }) => rankForPeople === null)
  const alone = browser === undefined ? programs[0] : undefined
  const chosen = listed.find(({ id }) => id === typed?.channel) ?? people[0] ?? alone
  const isOpen = people.length === 0 || programs.some((one) => one === chosen)
  const list = (some: readonly ChannelOffer[]): Markup =>
    html`<div class="ways">${some.map((channel) => way(channel, channel.id === chosen?.id, input))}</div>`
  const addresses = (['email', 'url', 'phone'] as const).filter((need) =>
    listed.some(({ needs }) => needs === need)
  )
  return html`${list([...(browser === undefined ? [] : [browser]), ...people])}
${
  programs.length === 0
    ? null
    : html`<details${isOpen ? html` open` : null}><summary>${words.forPrograms}</summary>
  ${list(programs)}</details>`
}
${
  addresses.length === 0
    ? null
    : html`<label class="address">${addresses.map(
        (need) => html`<span class="of-${need}">
  ${words.addresses[need]}
  </span>`
      )}
  <input name="destination" maxlength="500" autocomplete="email"
    value="${typed?.destination}"${invalidIn(typed?.wrong ?? [], 'destination')}>
  </label>${formatsIn(listed, input)}`
}`
}

function formatsIn(channels: readonly ChannelOffer[], { visitor, typed }: WaysInput): Markup | null {
  const { format, formatOfPrograms } = wordsIn(visitor.lang).subscribe
  const formats = [...new Set(channels.flatMap((channel) => channel.formats ?? []))]
  if (formats.length === 0) return null
  const options = formats.map((one) => option(one, sentenceCase(one), typed?.format))
  return html`<label class="address for-url">${format}
  <select name="format"><option value="">${formatOfPrograms}</option>${options}</select></label>`
}

/** One way to be notified; that of this browser is shown only where the browser supports push. */
function way(channel: ChannelOffer, isChosen: boolean, { pushPublicKey, visitor }: WaysInput): Markup {
  const words = wordsIn(visitor.lang).subscribe
  const { id, needs } = channel
  const remark = channel.preview ? words.preview : channel.pushes ? null : words.pulled
  const isPush = needs === 'push'
  const push = html` data-push-key="${pushPublicKey}" data-forbidden="${words.pushForbidden}" data-failed="${
    words.pushFailed
  }"`
  const name = isPush ? words.push : channelName(channel, visitor.lang)
  return html`<label${isPush ? html` hidden` : null}>
    <input type="radio" name="channel" value="${id}" required data-needs="${needs}"${isPush ? push : null}${
      isChosen ? html` checked` : null
    }>
    <span>${name}${remark === null ? null : html` <small>${remark}</small>`}</span></label>`
}
