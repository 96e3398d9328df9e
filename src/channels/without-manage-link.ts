import type { AlertMessage, PlaceState } from '../alerts/message-ports.ts'

/** Without the position of a field, its owner's thermometer and the link to manage; the link to stop stays. */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links, label, labelIsOthers } = message
  const shared = { ...links, manageUrl: null }
  const { nights } = withoutOwnThermometer(message)
  if (place.sharedName === undefined) return { ...message, nights, links: shared }
  const placeUrl = new URL(`/${message.language}`, links.placeUrl).href
  const name = (labelIsOthers ? null : label) ?? place.sharedName
  return { ...message, nights, place: { ...place, name }, links: { ...shared, placeUrl } }
}

/** For readers whom the subscriber did not choose: also without the subscriber's name for the place. */
export function forOthers(message: AlertMessage): AlertMessage {
  return withoutManageLink({ ...message, label: null, links: message.links })
}

/** The numbers include the owner's measurement; that there is one, and where, is left out. */
export function withoutOwnThermometer(message: AlertMessage): AlertMessage {
  const nights = message.nights.map(withoutOwnThermometerOf)
  // Links are made when first read, by a getter that a spread leaves out.
  return { ...message, nights, links: message.links }
}

export function withoutOwnThermometerOf<Night extends PlaceState['nights'][number]>(night: Night): Night {
  const { updatedBy, thermometerSilentSince = null } = night
  if (updatedBy?.isOwn !== true && thermometerSilentSince === null) return night
  return { ...night, updatedBy: updatedBy?.isOwn === true ? null : updatedBy, thermometerSilentSince: null }
}
