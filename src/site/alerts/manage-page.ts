/** `/alerts/manage#<manage token>`: look at, change, pause, test and end a subscription. The token stays behind the #. */

import type { Alerts } from '../../alerts/alerts.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { wordsIn } from '../../language/language.ts'
import { fileAnswer } from '../answers.ts'
import { type BrowserScript, browserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { shownNames } from './shown-names.ts'

const managePath = '/alerts/manage'
const yearSeconds = 31_536_000
const namesMaxAgeSeconds = 600
/** Where the script asks what to call a place and a channel: the API tells it their slug and id only. */
const namesPath = `${managePath}/names.json`
const longestAsked = 100

type Named = Pick<Alerts, 'places' | 'channels' | 'isDemo'>

const acts = ['pause', 'resume', 'test', 'end'] as const

/** The page, its script, and the names that it shows. */
export function managePages(frame: SiteFrame, alerts: Named): readonly Page[] {
  const script = browserScript('manage')
  return [
    {
      method: 'GET',
      path: managePath,
      policy: 'page',
      render: async (request) => {
        const visitor = negotiatedVisitor(request)
        const words = wordsIn(visitor.lang).linkPages
        return pageAnswer(frame, {
          visitor,
          title: `${words.manageTitle} – Ayaz`,
          description: words.manageTitle,
          main: manageMain(visitor),
          alternates: null,
          path: managePath,
          scripts: [script],
          maxAgeSeconds: null,
          synthetic: alerts.isDemo(),
          unlisted: true
        })
      }
    },
    { method: 'GET', path: namesPath, policy: 'page', render: async (request) => names(alerts, request) },
    scriptFile(script)
  ]
}

function names(alerts: Named, request: PageRequest): PageAnswer {
  const { lang } = negotiatedVisitor(request)
  const asked = (member: string): string => (request.query.get(member) ?? '').slice(0, longestAsked)
  const shown = shownNames(alerts, { location: asked('location'), channel: asked('channel') }, lang)
  return fileAnswer('application/json; charset=utf-8', JSON.stringify(shown), namesMaxAgeSeconds)
}

function manageMain(visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).linkPages
  return html`<div class="stack narrow" id="manage" data-names="${namesPath}" data-problems="${JSON.stringify(wordsIn(visitor.lang).manageProblems)}" data-pending_confirmation="${words.pending_confirmation}" data-active="${words.active}" data-paused="${words.paused}" data-suspended="${words.suspended}" data-unsubscribed="${words.unsubscribed}" data-expired="${words.expiredState}"><h1>${words.manageTitle}</h1>
<noscript><p>${words.manageNeedsScript}</p></noscript>
<dl class="facts"><div><dt>${words.place}</dt><dd data-member="location"></dd></div><div><dt>${words.channel}</dt><dd data-member="channel"></dd></div><div><dt>${words.status}</dt><dd data-member="status"></dd></div></dl>
<form class="fields" data-done="${words.done.change}"><label>${words.threshold}<input name="threshold" type="number" min="1" max="100" step="0.1" required></label><button>${words.change}</button></form>
<p class="actions">${acts.map((act) => html`<button type="button" data-act="${act}" data-done="${words.done[act]}">${words[act]}</button>`)}</p>
<p role="status"></p></div>`
}

function scriptFile(script: BrowserScript): Page {
  return {
    method: 'GET',
    path: script.path,
    policy: 'page',
    render: async () => fileAnswer('text/javascript; charset=utf-8', script.text, yearSeconds)
  }
}
