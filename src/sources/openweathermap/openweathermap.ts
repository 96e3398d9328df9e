import type { SendRequest } from '../../outgoing/request.ts'
import type { Source } from '../source.ts'
import type { OpenWeatherMapSettings } from './config.ts'
/** OpenWeatherMap as a source. */
export function createOpenWeatherMap(
  _settings: OpenWeatherMapSettings,
  _send: SendRequest,
  _clock: () => number
): Source {
  throw new Error('not yet')
}
