/** `/picture/<slug>?crop=&stage=&exposure=`: what messengers show of a link to the place with the same query. */
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Page, PageProblem } from '../../http/page.ts'
import { fileAnswer, redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { picturePath, withQuery } from '../paths.ts'
import type { PlaceView, SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { profileQuestion, type StageLimit } from '../profile-question.ts'
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

export function pictureOfPlace(data: SiteData, outline: TurkeyOutline): Page {
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
        return redirect(withQuery(picturePath(place.slug), { ...question.asked }), true)
      }
      const { client, nowAt } = request
      const view = await askPlace(data, { place, question, client, nowAt })
      if (view.kind !== 'view') return icon
      if (inTheMaking >= mostInTheMaking) return busy
      inTheMaking += 1
      try {
        const pictured = picturedOf(view, question.limit, visitorOf(request, 'en'))
        const picture = await placePicture(pictured, outline).png()
        return fileAnswer('image/png', picture, secondsToNextStep(nowAt, view.until))
      } finally {
        inTheMaking -= 1
      }
    }
  }
}

/** What the picture shows of a view. */
export function picturedOf(
  { place, report }: Pick<PlaceView, 'place' | 'report'>,
  limit: StageLimit | null,
  visitor: Visitor
): Pictured {
  const tonight = tonightOf(report, visitor)
  return {
    frost: { score: tonight.score, level: tonight.level },
    date: tonight.night?.window.date ?? null,
    limit: limit === null ? null : limitOf(limit, report),
    synthetic: report.data.synthetic,
    where: place.country === 'TR' ? place : null
  }
}

function limitOf(limit: StageLimit, report: PlaceReport): Pictured['limit'] {
  const { tonightLimit } = report
  return tonightLimit === null
    ? null
    : { temperatureC: limit.stage.t10C, probability: tonightLimit.probability }
}
