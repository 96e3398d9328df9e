import type { AlertMessage, PlaceState } from '../alerts/message-ports.ts'

/** Not where a field is, nor its owner's thermometer, nor a way to change it; how to stop it stays. */
export function withoutManageLink(message: AlertMessage): AlertMessage {
  const { place, links, label, labelIsOthers } = message
  const shared = { ...links, manageUrl: null }
  const { nights } = withoutOwnThermometer(message)
  if (place.sharedName === undefined) return { ...message, nights, links: shared }
  const placeUrl = new URL(`/${message.language}`, links.placeUrl).href
  const name = (labelIsOthers ? null : label) ?? place.sharedName
  return { ...message, nights, place: { ...place, name }, links: { ...shared, placeUrl } }
}

/** Readers whom the subscriber did not choose: without the subscriber's own name for the place too. */
export function forOthers(message: AlertMessage): AlertMessage {
  return withoutManageLink({ ...message, label: null, links: message.links })
}

/** What moves tonight is in its numbers, not where the owner measures it. */
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
