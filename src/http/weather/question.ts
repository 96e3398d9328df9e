/** What a weather request came to after all checks: one canonical question, from which an answer's key and body follow. */
import type { ReportQuestion } from '../../forecasts/report/place-report.ts'
import type { Wording } from './blocks.present.ts'

export interface WeatherQuestion extends ReportQuestion, Wording {}

/** The part of a question that one operation reads from its own parameters. */
export type OwnQuestion = Omit<ReportQuestion, 'point' | 'place'>
