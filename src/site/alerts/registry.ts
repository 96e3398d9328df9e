import type { Page } from '../../http/page.ts'
import { howColdPages } from '../how-cold/how-cold-page.ts'
import type { SiteFrame } from '../layout.ts'
import { pageStylesheet } from '../stylesheets.ts'
import { thermometerPages } from '../thermometers/thermometer-pages.ts'
import type { Thermometers } from '../thermometers/thermometer-ports.ts'
import { linkPages, seenPages } from './link-pages.ts'
import { madePages } from './made-page.ts'
import { type ManageFormDeps, manageForm } from './manage-form.ts'
import { managePages } from './manage-page.ts'
import { peoplePage } from './people-page.ts'
import { type KeyClients, tonightPages } from './tonight-page.ts'

/** `/u/…`, `/confirm/…`, `/a/…`, `/field/…`, `/alerts/…`, `/thermometers`, and what a new alert leads to. */
export function alertPages(
  { siteUrl, operator }: Pick<SiteFrame, 'siteUrl' | 'operator'>,
  deps: ManageFormDeps & KeyClients & { readonly thermometers: Thermometers }
): readonly Page[] {
  const { alerts, thermometers } = deps
  const frame = { siteUrl, operator, baseUrl: alerts.baseUrl, css: pageStylesheet() }
  return [
    ...linkPages(frame, alerts),
    ...seenPages(frame, alerts),
    ...managePages(frame, alerts),
    manageForm(frame, deps),
    ...madePages(frame, deps),
    ...thermometerPages(frame, thermometers),
    ...howColdPages(frame, thermometers),
    peoplePage(frame, deps),
    ...tonightPages(frame, deps)
  ]
}
