/** The whole site on loopback, for a browser. */
import { sitePages } from '../../src/site/registry.ts'
import { type Served, servePages } from './serve-pages.ts'
import { createSyntheticSite, eveningAt, type SyntheticSite } from './synthetic-site.ts'

export interface OpenSite extends SyntheticSite {
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
  const synthetic = await createSyntheticSite()
  const widgets = [
    { slug: 'koop', location: 'malatya', title: 'Kayısı Koop', accent: '#aa3300' },
    { slug: 'rize', location: 'van', title: null, accent: null },
    hostileWidget
  ]
  const rootFolder = new URL('../../', import.meta.url).pathname
  const served = await servePages(
    async (origin) =>
      sitePages({
        siteUrl: origin,
        baseUrl: `${origin}/api/v1`,
        widgets,
        rootFolder,
        openApi: () => ({}),
        data: synthetic.data
      }),
    () => eveningAt
  )
  return { ...synthetic, served, origin: served.origin }
}
