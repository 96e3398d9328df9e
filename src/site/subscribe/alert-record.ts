import { dayMs, hourSeconds } from '../../common/time.ts'
import { scoreOfMinimum } from '../../frost/score-night.ts'
import { standardizedBand } from '../../frost/temperature-threshold.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import type { SaidNight } from '../../observations/said-nights.ts'
import { fileAnswer } from '../answers.ts'
import { findSubject } from '../field-key.ts'
import type { SiteData } from '../ports.ts'
import { profileQuestion } from '../profile-question.ts'
import { alertRecordPath, probabilities } from './subscribe-form.ts'

/** A year always contains the last season. */
const nightsBack = 365

/** `?at=` is a slug, or the key of a field; only a place with a record has nights. */
export function alertRecordPage(data: Pick<SiteData, 'findPlace' | 'findPoint' | 'saidNights'>): Page {
  return {
    method: 'GET',
    path: alertRecordPath,
    policy: 'page',
    render: (request) => renderRecord(data, request)
  }
}

async function renderRecord(
  data: Pick<SiteData, 'findPlace' | 'findPoint' | 'saidNights'>,
  { query, nowAt: now }: PageRequest
): Promise<PageAnswer> {
  const found = await findSubject(data, query.get('at') ?? '', null)
  const asked = profileQuestion(query)
  if (found.kind === 'unknown' || asked.kind !== 'question')
    return answer({ nights: 0, degrees: {}, scores: [] })
  const { profile } = asked
  const said = await data.saidNights(found.place, { exposure: profile.exposure, nights: nightsBack, now })
  const today = new Date(now - dayMs).toISOString().slice(0, 10)
  const nights =
    said === 'unreadable'
      ? []
      : said.filter(({ date, minimum }) => date <= today && !Number.isNaN(minimum.sigmaC))
  const degreesOf = (of: 'air' | 'plant') =>
    Object.fromEntries(
      probabilities.map((one) => [one, nights.map((night) => raisedFromC(night, of, Number(one)))])
    )
  const scores = nights.map(({ minimum }) => scoreOfMinimum(minimum, profile))
  return answer({
    nights: nights.length,
    degrees: { air: degreesOf('air'), plant: degreesOf('plant') },
    scores
  })
}

/** The lowest threshold that the night reaches [°C]. */
function raisedFromC({ minimum }: SaidNight, of: 'air' | 'plant', probability: number): number {
  const { raise } = standardizedBand(probability)
  const fromC =
    of === 'air'
      ? minimum.airTemperatureMinC + raise * minimum.sigmaAirC
      : minimum.plantTemperatureMinC + raise * minimum.sigmaC
  return Math.ceil(fromC * 10) / 10
}

function answer(record: object): PageAnswer {
  return fileAnswer('application/json; charset=utf-8', JSON.stringify(record), hourSeconds)
}
