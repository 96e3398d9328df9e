/** The whole site on loopback, for a browser. */
import { sitePages } from '../../src/site/pages.ts'
import { eveningAt, type MadeSite, makeSite } from './made-site.ts'
import { type Served, servePages } from './serve-pages.ts'

export interface OpenSite extends MadeSite {
  readonly served: Served
  readonly origin: string
}

/** A widget of an operator whose settings try to break out. */
const hostileWidget = {
  slug: 'hostile-widget',
  location: 'malatya',
  title: '</style><script>alert(5)</script>',
  accent: '#000000;}body{display:none}'
}

/** Opens the site with two operator's widgets, one of which has the name of a place. */
export async function openSite(): Promise<OpenSite> {
  const made = await makeSite()
  const widgets = [
    { slug: 'koop', location: 'malatya', title: 'Kayısı Koop', accent: '#aa3300' },
    { slug: 'rize', location: 'van', title: null, accent: null },
    hostileWidget
  ]
  const rootFolder = new URL('../../', import.meta.url).pathname
  const served = await servePages(
    async (origin) =>
      sitePages({ siteUrl: origin, baseUrl: `${origin}/api/v1`, widgets, rootFolder, data: made.data }),
    () => eveningAt
  )
  return { ...made, served, origin: served.origin }
}
