/** Every page that a message leads to. */
import type { Page } from '../../http/page.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { linkPages } from './link-pages.ts'
import { type ManageFormDeps, manageForm } from './manage-form.ts'
import { managePages } from './manage-page.ts'
import { seenPages } from './seen-page.ts'

/** `/u/…`, `/confirm/…`, `/a/…`, `/field/…` and `/alerts/manage`. */
export function alertPages(siteUrl: string, deps: ManageFormDeps): readonly Page[] {
  const { alerts } = deps
  const frame = { siteUrl, baseUrl: alerts.baseUrl, css: pageStylesheet() }
  return [
    ...linkPages(frame, alerts),
    ...seenPages(frame, alerts),
    ...managePages(frame, alerts),
    manageForm(frame, deps)
  ]
}
