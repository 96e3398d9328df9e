/** A weather request after all checks: one canonical question, which determines the answer's key and body. */
import type { ReportQuestion } from '../../forecasts/report/place-report.ts'
import type { Wording } from './blocks.present.ts'

export interface WeatherQuestion extends ReportQuestion, Wording {
  /** For a calendar: the score from which a night is in it. */
  readonly threshold?: number
}

export type OwnQuestion = Omit<ReportQuestion, 'point' | 'place' | 'nearest'> &
  Pick<WeatherQuestion, 'threshold'>
