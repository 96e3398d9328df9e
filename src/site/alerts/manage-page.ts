/** `/alerts/manage#<manage token>`: see, change, pause, test and end a subscription. The token stays behind the #. */

import type { Alerts } from '../../alerts/alerts.ts'
import { daySeconds, minuteSeconds } from '../../common/time.ts'
import { cropById } from '../../frost/crops.ts'
import { plantPartOf } from '../../frost/scoring-profile.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { scoreThresholdName } from '../../language/threshold-words.ts'
import { roundPoint } from '../../places/point.ts'
import { isFieldLocation } from '../../weather/field.ts'
import { pointKey } from '../../weather/point.ts'
import { fileAnswer } from '../answers.ts'
import { type BrowserScript, browserScript } from '../browser-code.ts'
import { labelOf } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { privateAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, homePath, placePath, withQuery } from '../paths.ts'
import { stageChoices } from '../stages/stage-cards.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { cropName, shownChannel } from './alert-facts.ts'
import { managePath, readByHand, thresholdFields, tokenForm } from './manage-fields.ts'
import { peopleSlot } from './people-section.ts'

const yearSeconds = 365 * daySeconds
const namesMaxAgeSeconds = 10 * minuteSeconds
/** The script asks here for names of place, field and channel; the API gives it slugs, coordinates and ids. */
const namesPath = `${managePath}/names.json`
const longestAsked = 100

export type NamesDeps = Pick<Alerts, 'places' | 'channels' | 'isDemo'>

export function managePages(frame: SiteFrame, alerts: NamesDeps): readonly Page[] {
  const script = browserScript('manage', 'people', 'manage-nights')
  const tokens = browserScript('token')
  return [
    {
      method: 'GET',
      path: managePath,
      render: async (request) => {
        const visitor = negotiatedVisitor(request)
        return privateAnswer(frame, {
          visitor,
          title: wordsIn(visitor.lang).linkPages.manageTitle,
          main: manageMain(visitor),
          path: managePath,
          scripts: [script, tokens],
          synthetic: alerts.isDemo()
        })
      }
    },
    { method: 'GET', path: namesPath, render: async (request) => names(alerts, request) },
    scriptFile(script),
    scriptFile(tokens)
  ]
}

/** What the script needs to show a subscription: names, the place's page, and the stages of its crop. */
function names(alerts: NamesDeps, request: PageRequest): PageAnswer {
  const visitor = negotiatedVisitor(request)
  const asked = (member: string): string => (request.query.get(member) ?? '').slice(0, longestAsked)
  const { stages, ...shown } = shownNames(alerts, asked, visitor)
  const resends = alerts.channels.get(asked('channel'))?.offersResend === true
  const part = plantPartOf({ stage: asked('stage') || null })
  const named = {
    ...shown,
    resends,
    score: scoreThresholdName(part, visitor.lang)
  }
  const body = JSON.stringify({ ...named, stages: stages.join('') })
  return fileAnswer('application/json; charset=utf-8', body, namesMaxAgeSeconds)
}

export function shownNames(
  alerts: NamesDeps,
  asked: (member: string) => string,
  visitor: Visitor
): ShownNames {
  const { lang } = visitor
  const crop = cropById(asked('crop'))
  const stage = asked('stage') || null
  const place = placeOf(alerts, asked, lang)
  // As in the links of messages: the page of the place asks for a stage that is no longer trusted.
  const trusted = asked('stage_is_old') === 'true' ? null : stage
  return {
    location: place.name,
    channel: shownChannel(alerts, asked('channel'), lang),
    crop: cropName({ crop: crop?.id ?? 'generic', stage }, lang),
    place: withQuery(place.path, {
      ...visitor.carried,
      lang: null,
      crop: crop?.id ?? null,
      stage: crop === null ? null : trusted,
      exposure: asked('exposure') || null,
      label: place.label
    }),
    stages: crop === null ? [] : stageChoices({ crop, chosen: stage, estimated: null }, visitor)
  }
}

interface ShownNames {
  readonly location: string
  readonly channel: string
  readonly crop: string
  readonly place: string
  readonly stages: readonly Markup[]
}

interface ShownPlace {
  readonly name: string
  readonly path: string
  readonly label: string | null
}

function placeOf({ places }: NamesDeps, asked: (member: string) => string, lang: Language): ShownPlace {
  const location = asked('location')
  if (location === '' && asked('lat') === '') {
    return { name: wordsIn(lang).alerts.aField, path: homePath(lang), label: null }
  }
  if (location !== '') {
    const name = (isFieldLocation(location) ? null : places.find(location))?.name ?? location
    return { name, path: placePath(lang, location), label: null }
  }
  const [lat, lon, elevation] = ['lat', 'lon', 'elevation'].map(asked)
  const at = roundPoint(Number(lat), Number(lon))
  const key = pointKey(at, elevation === '' ? null : Number(elevation))
  const label = labelOf(asked('label'))
  const name = label ?? wordsIn(lang).alerts.yourField(`${at.lat.toFixed(3)}, ${at.lon.toFixed(3)}`)
  return { name, path: fieldPath(lang, key), label }
}

function manageMain(visitor: Visitor): Markup {
  const { linkPages: words, calendar } = wordsIn(visitor.lang)
  const { states, done, kinds, outcomes } = wordsIn(visitor.lang).manage
  const { dates, frame } = wordsIn(visitor.lang)
  const times = { locale: frame.locale, clockMark: dates.clockMark }
  const texts = { states, done, kinds, outcomes, ...times, goBack: words.goBack, resend: words.resend }
  const row = (name: string, member: string): Markup =>
    html`<div><dt>${name}</dt><dd data-member="${member}"></dd></div>`
  return html`<div class="stack narrow" id="manage" data-names="${namesPath}" data-texts="${JSON.stringify(
    texts
  )}" data-problems="${JSON.stringify(wordsIn(visitor.lang).manageProblems)}">
    <h1>${words.manageTitle}</h1>
<noscript>${tokenForm(visitor)}</noscript>
<div class="stack" data-opened hidden><dl class="facts">${row(words.place, 'location')}
  ${row(wordsIn(visitor.lang).place.crop, 'crop')}${row(words.channel, 'channel')}${row(words.status, 'status')}</dl>
<div class="stack" data-for="living"><form data-form="stage"><h2>${words.stageNow}</h2>
  <fieldset class="stages" aria-label="${words.stageNow}"></fieldset><button>${words.renewStage}</button></form>
<form class="fields" data-form="threshold">${thresholdFields({ threshold: null, part: null }, visitor)}
  <button>${words.change}</button></form></div>
<p class="actions"><button type="button" data-act="pause" data-for="active">${words.pause}</button>
  <button type="button" data-act="resume" data-for="paused">${words.resume}</button>
  <button type="button" data-act="test" data-for="confirmed">${words.test}</button>
  <button type="button" data-act="end" data-for="living" class="danger">${words.end}</button></p>
<div data-sure hidden><p>${words.stopTitle}</p><p class="actions"><button type="button" class="danger">${words.endSure}
  </button></p></div>
<p data-for="resumable">${words.takeBackText} <button type="button" data-act="resume">${words.takeBack}</button></p>
  </div>
<p role="status" id="said"></p>
<section data-nights hidden></section><section data-sent hidden><h2>${words.sent}</h2>
  <ol class="sent"></ol></section>${peopleSlot(visitor)}
<div class="stack" data-opened hidden><div class="stack" data-for="confirmed">${readByHand(null, visitor)}
  <p><a data-calendar href="">${calendar.link}</a>. ${calendar.note}</p></div></div></div>`
}

function scriptFile(script: BrowserScript): Page {
  return {
    method: 'GET',
    path: script.path,
    render: async () => fileAnswer('text/javascript; charset=utf-8', script.text, yearSeconds)
  }
}
