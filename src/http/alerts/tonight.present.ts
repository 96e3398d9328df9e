import type { MemberTonight } from '../../alerts/members/list-members.ts'
import type { ZoneClock } from '../../weather/zone-clock.ts'
import { date, flag, instantOrNull, oneOf, oneOfOrNull } from '../schema.ts'
import { localInstantOrNull } from '../weather/blocks.present.ts'

export const tonightMembers = {
  date: date('The morning that ends the night.'),
  standing: oneOf(['raised', 'cleared'], 'Whether it is still raised.'),
  notified_at: instantOrNull(
    'When the last message about it was accepted by the channel; null before the first.'
  ),
  receipt: oneOfOrNull(
    ['delivered', 'failed'],
    'What a gateway reported of that message; null where it reported nothing.'
  ),
  seen_at: instantOrNull('When a person said that it was seen; null where none did.'),
  unanswered: flag('It was reported as raised, and no person has said that it was seen as it is now.')
}

export function presentTonight(clock: ZoneClock, night: MemberTonight) {
  return {
    date: night.date,
    standing: night.standing,
    notified_at: localInstantOrNull(clock, night.notifiedAt),
    receipt: night.receipt,
    seen_at: localInstantOrNull(clock, night.seenAt),
    unanswered: night.isUnanswered
  }
}
