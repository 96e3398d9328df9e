import { noOperator } from '../common/operator.ts'
import { daySeconds } from '../common/time.ts'
import type { Page } from '../http/page.ts'
import { languages, wordsIn } from '../language/language.ts'
import { browserScript } from './browser-code.ts'
import { documentPages, problemPages } from './documents/documents-route.ts'
import { embedPages } from './embed/embed-page.ts'
import { oembedPage } from './embed/oembed.ts'
import { homePages } from './home/home-page.ts'
import { html } from './html.ts'
import { pageAnswer, type SiteFrame } from './layout.ts'
import { offlinePath } from './paths.ts'
import { pictureOfPlace } from './picture/picture-route.ts'
import { pinPages } from './pin/pin-page.ts'
import { fieldNightPage } from './place/field-night.ts'
import { fieldPages } from './place/field-route.ts'
import { placePages } from './place/place-route.ts'
import type { SiteOptions } from './ports.ts'
import { privacyPages } from './privacy/privacy-page.ts'
import { referencePages } from './reference/reference-page.ts'
import { searchPages } from './search/search-route.ts'
import { staticPages } from './static-files.ts'
import { previewPage, statusPage } from './status/status-page.ts'
import { pageStylesheet, placeStylesheet } from './stylesheets.ts'
import { alertRecordPage, subscribePages } from './subscribe/subscribe-route.ts'
import { verificationPages } from './verification/verification-page.ts'
import { visitorOf } from './visitor.ts'
import { widgetPages } from './widget/widget-route.ts'

/** The pages of both languages; the worker writes the list of what is stored into them. */
function offlinePages(frame: SiteFrame): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: offlinePath(lang),
    render: async (request) => {
      const { offlineTitle, offlineText, offlineStored } = wordsIn(lang).frame
      return pageAnswer(frame, {
        visitor: visitorOf(request, lang),
        title: `${offlineTitle} – Ayaz`,
        description: offlineText,
        main: html`<div class="stack narrow"><h1>${offlineTitle}</h1><p class="lede">${offlineText}</p>
          <section id="stored" hidden><h2>${offlineStored}</h2><ul></ul></section></div>`,
        maxAgeSeconds: daySeconds,
        unlisted: true
      })
    }
  }))
}

/** Styles, scripts and outline are read once, documents and reference when first asked for. */
export function sitePages(options: SiteOptions): readonly Page[] {
  const { data, siteUrl, baseUrl, rootFolder, openApi } = options
  const { operator = noOperator, setUpBy = null } = options
  const frame: SiteFrame = { siteUrl, baseUrl, operator, css: pageStylesheet() }
  const placeFrame: SiteFrame = { ...frame, css: placeStylesheet() }
  const documentFrame: SiteFrame = { ...frame, css: pageStylesheet('documents.css') }
  const searchScript = browserScript('search')
  const subscribeScript = browserScript('threshold-record', 'subscribe')
  const mapScript = browserScript('pin-map', 'position')
  const embedScript = browserScript('embed')
  const appScript = browserScript('app')
  const fieldScript = browserScript('fields')
  // One request less; links get the remembered crop once the list is there.
  const homeScript = browserScript('fields', 'app')
  const later = { search: searchScript, alert: subscribeScript, fields: fieldScript }
  const documentScript = browserScript('documents')
  return [
    ...homePages({ frame, data, setUpBy, scripts: [searchScript, homeScript] }),
    ...placePages({ frame: placeFrame, data, scripts: [appScript], later }),
    ...fieldPages({ frame: placeFrame, data, scripts: [appScript], later }),
    fieldNightPage(data),
    ...pinPages({
      frame: { ...frame, css: pageStylesheet('pin.css') },
      data,
      scripts: [mapScript, searchScript]
    }),
    ...verificationPages({ frame, data }),
    pictureOfPlace(data),
    ...widgetPages(options),
    ...searchPages(frame, data, searchScript),
    ...embedPages({ frame, data, searchScript, embedScript }),
    oembedPage(options),
    alertRecordPage(data),
    ...subscribePages({ frame, data, script: subscribeScript }),
    ...documentPages({ frame: documentFrame, rootFolder, script: documentScript }),
    ...problemPages(documentFrame),
    ...referencePages({ frame: documentFrame, openApi, script: documentScript }),
    statusPage(frame, data),
    ...privacyPages(frame),
    ...offlinePages(frame),
    previewPage(frame, data),
    ...staticPages([
      mapScript,
      searchScript,
      subscribeScript,
      embedScript,
      appScript,
      fieldScript,
      homeScript,
      documentScript
    ])
  ]
}
