/** Every page of the site, as the list that the listener takes. */
import type { Page } from '../http/page.ts'
import { browserScript } from './browser-code.ts'
import { turkeyOutline } from './charts/turkey-outline.ts'
import { documentPages } from './documents/documents-route.ts'
import { problemPages } from './documents/problems-route.ts'
import { embedPages } from './embed/embed-page.ts'
import { oembedPage } from './embed/oembed.ts'
import { homePages } from './home/home-page.ts'
import type { SiteFrame } from './layout.ts'
import { pictureOfPlace } from './picture/picture-route.ts'
import { pinPages } from './pin/pin-page.ts'
import { fieldPages } from './place/field-route.ts'
import { placePages } from './place/place-route.ts'
import type { SiteOptions } from './ports.ts'
import { referencePages } from './reference/reference-page.ts'
import { searchPages } from './search/search-route.ts'
import { staticPages } from './static-files.ts'
import { previewPage } from './status/preview-page.ts'
import { statusPage } from './status/status-page.ts'
import { pageStylesheet } from './stylesheets.ts'
import { subscribePages } from './subscribe/subscribe-route.ts'
import { verificationPages } from './verification/verification-page.ts'
import { widgetPages } from './widget/widget-route.ts'

/**
 * Makes the site: reads styles, scripts and the map's outline once; documents and the reference when they are first
 * asked for. Paths are relative to `siteUrl`; the listener owns limits, caching and headers.
 */
export function sitePages(options: SiteOptions): readonly Page[] {
  const { data, siteUrl, baseUrl, rootFolder, openApi } = options
  const frame: SiteFrame = { siteUrl, baseUrl, css: pageStylesheet() }
  const documentFrame: SiteFrame = { ...frame, css: pageStylesheet('documents.css') }
  const searchScript = browserScript('search')
  const subscribeScript = browserScript('subscribe')
  const mapScript = browserScript('pin-map')
  const embedScript = browserScript('embed')
  const appScript = browserScript('app')
  // One request less: a field has the scripts of a place too.
  const fieldScript = browserScript('app', 'fields')
  const documentScript = browserScript('documents')
  return [
    ...homePages({ frame, data, outline: turkeyOutline(), scripts: [searchScript, fieldScript] }),
    ...placePages({ frame, data, scripts: [searchScript, subscribeScript, appScript] }),
    ...fieldPages({ frame, data, scripts: [searchScript, subscribeScript, fieldScript] }),
    ...pinPages({
      frame: { ...frame, css: pageStylesheet('pin.css') },
      mapPlaces: data.mapPlaces,
      scripts: [mapScript, searchScript]
    }),
    ...verificationPages({ frame, data }),
    pictureOfPlace(data, turkeyOutline()),
    ...widgetPages(options),
    ...searchPages(frame, data, searchScript),
    ...embedPages({ frame, data, searchScript, embedScript }),
    oembedPage(options),
    ...subscribePages({ frame, data, script: subscribeScript }),
    ...documentPages({ frame: documentFrame, rootFolder, script: documentScript }),
    ...problemPages(documentFrame),
    ...referencePages({ frame: documentFrame, openApi, script: documentScript }),
    statusPage(frame, data),
    previewPage(frame, data),
    ...staticPages([
      mapScript,
      searchScript,
      subscribeScript,
      embedScript,
      appScript,
      fieldScript,
      documentScript
    ])
  ]
}
