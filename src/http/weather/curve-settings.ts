/** How a chosen curve becomes the settings of the method at a point. */
import type { FrostSettings } from '../../frost/settings.ts'
import { siteSettings } from '../../outlook/frost-view.ts'
import type { OpenPoint } from '../../outlook/open-point.ts'
import type { CurveChoice } from './question.ts'

export function curveSettings(
  point: OpenPoint,
  choice: Pick<CurveChoice, 'exposure' | 'curve'>
): FrostSettings {
  return { ...siteSettings(point), exposure: choice.exposure, curve: choice.curve }
}
