/** The form that ends in a subscription, for the channels this installation has. */

import type { ProfileRequest } from '../../frost/scoring-profile.ts'
import { channelName } from '../../language/channel-names.ts'
import type { Catalogue } from '../../language/en.ts'
import { wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import { html, type Markup } from '../html.ts'
import { subscribePath } from '../paths.ts'
import type { ChannelOffer } from '../ports.ts'
import type { Visitor } from '../visitor.ts'

export interface SubscribeFormInput {
  readonly place: Place
  readonly channels: readonly ChannelOffer[]
  readonly curve: ProfileRequest
  readonly pushPublicKey: string | null
  readonly visitor: Visitor
}

/** Marks where damage begins to be likely without crying wolf every clear night. */
const usualThreshold = 30

/** The form, and the button for this browser, which shows itself only where the browser can be pushed to. */
export function subscribeForm(input: SubscribeFormInput): Markup | null {
  const { place, visitor, curve } = input
  const words = wordsIn(visitor.lang).subscribe
  const listed = input.channels.filter((channel) => channel.needs !== 'push')
  const canPush = input.pushPublicKey !== null && input.channels.some((channel) => channel.needs === 'push')
  if (listed.length === 0 && !canPush) return null
  return html`<section class="panel noprint" aria-labelledby="warn"><h2 id="warn">${words.heading}</h2><p>${words.intro}</p>
<form class="fields" id="subscribe" action="${subscribePath(visitor.lang)}" method="post">
<input type="hidden" name="location" value="${place.slug}"><input type="hidden" name="crop" value="${curve.crop}"><input type="hidden" name="stage" value="${curve.stage}"><input type="hidden" name="exposure" value="${curve.exposure}">
<label>${words.channel}<select name="channel">${listed.map((channel) => channelOption(channel, visitor, words))}</select></label>
<label>${words.destination}<input name="destination" maxlength="500" autocomplete="email" placeholder="${words.destinationHint}" size="34"></label>
<label>${words.threshold}<input name="threshold" type="number" min="1" max="100" step="1" value="${usualThreshold}" required></label>
<button>${words.subscribe}</button></form>
${canPush ? html`<p class="push" hidden><button type="button" data-push-key="${input.pushPublicKey}" data-forbidden="${words.pushForbidden}" data-failed="${words.pushFailed}">${words.push}</button> <span role="status"></span></p>` : null}
<p class="quiet small">${words.thresholdHint}</p></section>`
}

function channelOption(channel: ChannelOffer, visitor: Visitor, words: Catalogue['subscribe']): Markup {
  const remark = channel.preview ? ` (${words.preview})` : channel.pushes ? '' : ` (${words.pulled})`
  return html`<option value="${channel.id}" data-needs="${channel.needs}">${channelName(channel, visitor.lang)}${remark}</option>`
}
