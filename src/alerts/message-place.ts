import { type Language, wordsIn } from '../language/language.ts'
import { isFieldLocation } from '../weather/field.ts'
import type { Place } from '../weather/point.ts'
import type { Alerts } from './alerts.ts'
import { ownLabel } from './label.ts'
import type { MessagePlace } from './message-ports.ts'
import type { Subscription } from './subscription.ts'
import { tokenFor } from './tokens.ts'

type Named = Pick<Subscription, 'location' | 'label' | 'labelIsOwn' | 'language'>

/** A field by its owner's label, else its coordinates; a place by its name, or its slug once it has left the table. */
export function placeNameOf(
  { places }: Pick<Alerts, 'places'>,
  { location, label, labelIsOwn, language }: Named
): string {
  const found = places.find(location)
  // The subscription has ended, and its field is forgotten.
  if (found === null && isFieldLocation(location)) return wordsIn(language).alerts.aField
  const name = found?.name ?? location
  return isFieldLocation(location)
    ? (ownLabel(label, labelIsOwn) ?? wordsIn(language).alerts.yourField(name))
    : name
}

/** The name of a field for readers other than its subscriber: without coordinates and label. */
function sharedNameOf({ places }: Pick<Alerts, 'places'>, place: Place, language: Language): string {
  const near = places.near(place.lat, place.lon)?.place.name
  return near === undefined ? wordsIn(language).alerts.aField : wordsIn(language).alerts.fieldNear(near)
}

export function messagePlaceOf(
  deps: Pick<Alerts, 'places'>,
  subscription: Named,
  isPublic: boolean
): MessagePlace {
  const { location, language } = subscription
  const place = deps.places.find(location)
  if (place === null) return { slug: location, name: location, region: null, country: '', timezone: 'UTC' }
  if (!isFieldLocation(location)) return messagePlace(place, location)
  const { country, timezone } = place
  const sharedName = sharedNameOf(deps, place, language)
  const name = isPublic ? sharedName : placeNameOf(deps, subscription)
  return { slug: null, name, sharedName, region: null, country, timezone }
}

/** A field by its label, never by its coordinates. */
export function linkedPlaceName(
  deps: Pick<Alerts, 'places' | 'channels'>,
  subscription: Named & Pick<Subscription, 'channel'>,
  isPublic: boolean
): string {
  const { channel, label, labelIsOwn } = subscription
  const { name, sharedName } = messagePlaceOf(deps, subscription, isPublic)
  if (sharedName === undefined) return name
  // Links of the operator's named channels are read by others.
  const isOwn = !isPublic && deps.channels.get(channel)?.kind === channel
  return isOwn ? (ownLabel(label, labelIsOwn) ?? sharedName) : sharedName
}

const laidOut = new WeakMap<Place, MessagePlace & { readonly slug: string }>()

export function messagePlace(place: Place, slug: string): MessagePlace & { readonly slug: string } {
  const known = laidOut.get(place)
  if (known?.slug === slug) return known
  const { name, region, country, timezone } = place
  const named = { slug, name, region, country, timezone }
  laidOut.set(place, named)
  return named
}

/** A field has a link that its token opens: nothing on the way reads its coordinates; `isPublic`: none. */
export function placeUrlOf(
  { keys, siteUrl }: Pick<Alerts, 'keys' | 'siteUrl'>,
  subscription: Pick<Subscription, 'id' | 'location' | 'language' | 'crop' | 'stage' | 'exposure'>,
  isPublic: boolean
): string {
  const { id, location, language } = subscription
  if (!isFieldLocation(location)) {
    return `${siteUrl}/${language}/${wordsIn(language).paths.place}/${location}${profileQuery(subscription)}`
  }
  return isPublic ? `${siteUrl}/${language}` : `${siteUrl}/field/${tokenFor(keys, 'field', id)}`
}

function profileQuery({ crop, stage, exposure }: Pick<Subscription, 'crop' | 'stage' | 'exposure'>): string {
  const asked = [
    ['crop', crop === 'generic' ? null : crop],
    ['stage', stage],
    ['exposure', exposure]
  ].flatMap(([name, value]) => (value == null ? [] : [`${name}=${value}`]))
  return asked.length === 0 ? '' : `?${asked.join('&')}`
}
