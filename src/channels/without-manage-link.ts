/** Messages for readers who need not be the owner: a group, a relay, a program that was given the address of a feed. */
import type { AlertMessage, PlaceState } from '../alerts/message-ports.ts'

/**
 * Its reader cannot change the subscription with it, and does not learn where a field is, neither by its name nor by
 * its link, nor what thermometer its owner has. How to stop it stays, as in every message.
 */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links, label, labelIsOthers } = message
  const shared = { ...links, manageUrl: null }
  const { nights } = withoutOwnThermometer(message)
  if (place.sharedName === undefined) return { ...message, nights, links: shared }
  const placeUrl = new URL(`/${message.language}`, links.placeUrl).href
  const name = (labelIsOthers ? null : label) ?? place.sharedName
  return { ...message, nights, place: { ...place, name }, links: { ...shared, placeUrl } }
}

/**
 * For a channel whose readers the subscriber did not choose: nor does it have the subscriber's own name for the place.
 */
export function forOthers(message: AlertMessage): AlertMessage {
  return withoutManageLink({ ...message, label: null, links: message.links })
}

/** For a topic that others may read: what moves tonight is in its numbers, but not where the owner measures it. */
export function withoutOwnThermometer(message: AlertMessage): AlertMessage {
  const nights = message.nights.map(withoutOwnThermometerOf)
  // Links are made when they are first read, by a getter that a spread leaves out.
  return { ...message, nights, links: message.links }
}

export function withoutOwnThermometerOf<Night extends PlaceState['nights'][number]>(night: Night): Night {
  const { updatedBy, thermometerSilentSince = null } = night
  if (updatedBy?.isOwn !== true && thermometerSilentSince === null) return night
  return { ...night, updatedBy: updatedBy?.isOwn === true ? null : updatedBy, thermometerSilentSince: null }
}
