/** Every page that a message leads to. */
import type { Alerts } from '../../alerts/alerts.ts'
import type { Page } from '../../http/page.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { linkPages } from './link-pages.ts'
import { managePages } from './manage-page.ts'

/** `/u/…`, `/confirm/…`, `/field/…` and `/alerts/manage`. */
export function alertPages(siteUrl: string, alerts: Alerts): readonly Page[] {
  const frame = { siteUrl, baseUrl: alerts.baseUrl, css: pageStylesheet() }
  return [...linkPages(frame, alerts), ...managePages(frame, alerts)]
}
