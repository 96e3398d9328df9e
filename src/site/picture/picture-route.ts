/** `/picture/<slug>?lang=&crop=&stage=&exposure=&units=`: what messengers show of a link to the place. */
import type { Page, PageProblem } from '../../http/page.ts'
import { nightLabel, nightShort, sentenceCase } from '../../language/dates.ts'
import { isLanguage, wordsIn } from '../../language/language.ts'
import { fileAnswer, redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import { picturePath, withQuery } from '../paths.ts'
import { focusedReport, smallNight } from '../place/night-hero.ts'
import type { PlaceView, SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { profileLabel } from '../profile-label.ts'
import { profileQuestion, type StageLimit } from '../profile-question.ts'
import { limitOdds } from '../stage-limit.ts'
import { tonightOf } from '../tonight.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type Pictured, placePicture } from './place-picture.ts'

/** The icon answers for a place without a forecast, and for anything that is not understood. */
const icon = redirect('/icon-512.png', false)

/** Each has a few megabytes until it is packed, which other threads do. */
const mostInTheMaking = 8
const busy: PageProblem = {
  problem: {
    code: 'busy',
    detail: 'Too many pictures are being made. Ask again in a second.',
    headers: { 'Retry-After': '1' }
  }
}

export function pictureOfPlace(data: SiteData): Page {
  let inTheMaking = 0
  return {
    method: 'GET',
    path: picturePath(':slug').replace('%3A', ':'),
    policy: 'page',
    isCostly: true,
    async render(request) {
      const found = data.findPlace(request.params['slug'] ?? '')
      const question = profileQuestion(request.query)
      if (found.kind === 'unknown' || question.kind !== 'question') return icon
      const { place } = found
      if (found.kind === 'moved') {
        return redirect(
          withQuery(picturePath(place.slug), { ...question.asked, lang: request.query.get('lang') }),
          true
        )
      }
      const { client, nowAt } = request
      const view = await askPlace(data, { place, question, client, nowAt })
      if (view.kind !== 'view') return icon
      if (inTheMaking >= mostInTheMaking) return busy
      inTheMaking += 1
      try {
        const lang = request.query.get('lang') ?? ''
        const visitor = visitorOf(request, isLanguage(lang) ? lang : 'tr')
        const shown = { place: view.place, report: focusedReport(view.report, null) }
        const picture = await placePicture(picturedOf(shown, question.limit, visitor)).png()
        return fileAnswer('image/png', picture, secondsToNextStep(nowAt, view.until))
      } finally {
        inTheMaking -= 1
      }
    }
  }
}

export function picturedOf(
  { place, report }: Pick<PlaceView, 'place' | 'report'>,
  limit: StageLimit | null,
  visitor: Visitor
): Pictured {
  const { lang } = visitor
  const tonight = tonightOf(report, visitor)
  const { degree, where, bars } = smallNight(report, visitor)
  const { hero, place: words, frame, widget } = wordsIn(lang)
  const isUnscored = tonight.score === null && tonight.night?.state === 'known'
  const time = tonight.coldestAt === null ? null : hero.at(tonight.coldestAt)
  const date = tonight.night?.window.date ?? null
  const night = date === null ? words.unknownNight : nightLabel(date, lang)
  const weekdays = date === null ? null : nightShort(date, '', lang).name
  return {
    name: [...new Set([place.name, place.region ?? place.name])].join(', '),
    about: [
      ...[profileLabel(report.profile, lang) ?? []].flat(),
      weekdays === null ? night : `${sentenceCase(night)}, ${weekdays}`
    ],
    degree,
    when: [where, time].filter((part) => part !== null).join(', '),
    // Why there is no score has no room that can be read.
    risk: isUnscored ? sentenceCase(widget.noScore) : tonight.risk,
    level: tonight.level,
    odds: limit === null ? null : limitOdds(limit, report, visitor),
    bars,
    demo: report.data.synthetic ? frame.demoMark : null,
    lang
  }
}
