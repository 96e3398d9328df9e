/** "I have seen it": the page behind the link of a short message. A look changes nothing; its one button does. */
import type { Alerts } from '../../alerts/alerts.ts'
import { acknowledge, type SeenMessage, seenMessage } from '../../alerts/seen.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { clockAt, nightName } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatTemperature } from '../../language/numbers.ts'
import { html, type Markup } from '../html.ts'
import type { SiteFrame } from '../layout.ts'
import { negotiatedVisitor, type Visitor, visitorOf } from '../visitor.ts'
import { linkPage } from './link-pages.ts'

const path = '/a/:token'

export function seenPages(frame: SiteFrame, alerts: Alerts): readonly Page[] {
  return [
    {
      method: 'GET',
      path,
      policy: 'page',
      async render(request) {
        const found = await seenMessage(alerts, request.params['token'] ?? '')
        const visitor = visitorFor(request, found)
        const { seen: words } = wordsIn(visitor.lang)
        if (found === null) return answer(frame, alerts, { visitor, outcome: 'unknown' })
        if (found.isOver) return answer(frame, alerts, { visitor, outcome: 'over' })
        const main = html`${facts(found, visitor)}<form method="post"><button>${words.button}</button></form>`
        return linkPage(frame, alerts, { visitor, title: words.title, status: 200, main })
      }
    },
    {
      method: 'POST',
      path,
      policy: 'page',
      async render(request) {
        const token = request.params['token'] ?? ''
        const visitor = visitorFor(request, await seenMessage(alerts, token))
        const outcome = await acknowledge(alerts, token)
        return answer(frame, alerts, { visitor, outcome })
      }
    }
  ]
}

function visitorFor(request: PageRequest, found: SeenMessage | null): Visitor {
  return found === null ? negotiatedVisitor(request) : visitorOf(request, found.language)
}

function facts({ placeName, nights, timezone }: SeenMessage, { lang }: Visitor): Markup {
  const { linkPages, alerts } = wordsIn(lang)
  const rows = nights.map((night) => {
    const { frostFromAt: from, frostToAt: to } = night
    const clock = (at: number) => clockAt(at, timezone, lang)
    const hours = from === null || to === null ? '' : `, ${clock(from)}–${clock(to)}`
    const minimum = alerts.plants(formatTemperature(night.plantTemperatureMinC, '°C', lang))
    return html`<div><dt>${nightName(night.date, lang)}</dt><dd>${minimum}${hours}</dd></div>`
  })
  return html`<dl class="facts"><div><dt>${linkPages.place}</dt><dd>${placeName}</dd></div>${rows}</dl>`
}

const statuses = { seen: 200, over: 410, unknown: 404 } as const

function answer(
  frame: SiteFrame,
  alerts: Alerts,
  { visitor, outcome }: { readonly visitor: Visitor; readonly outcome: keyof typeof statuses }
): PageAnswer {
  const { outcomes } = wordsIn(visitor.lang).seen
  const [title, text] = outcomes[outcome]
  const main = html`<p class="lede">${text}</p>`
  return linkPage(frame, alerts, { visitor, title, status: statuses[outcome], main })
}
