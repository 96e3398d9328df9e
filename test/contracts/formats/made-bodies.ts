/** Bodies that are read by way of others: the states of Home Assistant's entities, and the rows of a CSV. */
import type { PlaceState } from '../../../src/alerts/message-ports.ts'
import { discoveryPayload } from '../../../src/channels/mqtt/discovery.ts'
import { placePayload } from '../../../src/channels/mqtt/message.ts'
import { nightsAsCsv, presentNights } from '../../../src/http/observations/nights.operation.ts'
import type { IssuedRow } from '../../../src/observations/issued-rows.ts'
import { issuedNight } from '../../../src/observations/issued-run.ts'
import { issuedFor } from '../../../src/observations/place-verification.ts'
import type { MinimumKind } from '../../../src/observations/ports.ts'
import type { UnitSystem } from '../../../src/weather/units.ts'
import { rendered } from '../../receivers/home-assistant.ts'
import type { DistinctReport } from './distinct-report.ts'

/** What each entity shows, by its id: the templates of the discovery over the topic of the place. */
export function entityStates(state: PlaceState, siteUrl: string): unknown {
  const { components } = JSON.parse(discoveryPayload(state, siteUrl)) as {
    readonly components: Readonly<Record<string, { readonly value_template: string }>>
  }
  const payload: unknown = JSON.parse(placePayload(state))
  return Object.fromEntries(
    Object.entries(components).map(([id, { value_template }]) => [id, rendered(value_template, payload)])
  )
}

/** The rows of the CSV of the nights, as they were issued by the report's run. */
export function nightRows(report: DistinctReport, kind: MinimumKind, units: UnitSystem): unknown {
  const { place, data, nights } = report
  const asked = { kind, exposure: 'ground' } as const
  const rows = nights.flatMap((night): readonly IssuedRow[] => {
    if (night.state !== 'known') return []
    const issued = { ...issuedNight(night, { ...data, spread: null }, 0), exposed: null }
    const recorded = { night: issued, issuance: null, isBackFilled: false, link: null }
    const forecast = issuedFor(issued, asked)
    return [{ recorded, forecast, measured: null, reason: 'night_not_over', analysedC: null }]
  })
  const { lat, lon, timezone, elevationM } = place
  const point = { key: 'a-point', lat, lon, timezone, elevation: elevationM }
  const named = { ...point, slug: place.slug ?? '', name: place.name ?? '', country: place.country ?? '' }
  const csv = nightsAsCsv(
    presentNights({
      located: {
        point,
        place: { ...named, region: place.region, population: 1, kind: 'province' },
        ...{ nearest: null, canonicalSlug: null }
      },
      ...{ ...asked, units, synthetic: data.synthetic },
      found: {
        point: { ...point, pointKey: point.key },
        otherHeight: null,
        from: 0,
        rows,
        hasMore: false,
        chain: null
      },
      site: { ...point, pointKey: point.key }
    })
  )
  const [head = [], ...lines] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, read(cells[index] ?? '')])))
}

function read(cell: string): string | number | boolean | null {
  if (cell === '') return null
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return Number.isNaN(Number(cell)) ? cell : Number(cell)
}
