/** A place abroad whose slug is the bare name of a district of Türkiye: slugs never change, so answers say it. */
import type { Notice } from '../../forecasts/report/place-report.ts'
import type { Place } from '../../weather/point.ts'

/** The notice that names the districts; none where there are none. */
export function homonymNotices(
  { name, region, country }: Place,
  districts: readonly Place[]
): readonly Notice[] {
  const slugs = districts.map(({ slug }) => slug)
  return slugs.length === 0
    ? []
    : [{ code: 'homonym', parameters: { place: { name, region, country }, slugs } }]
}
