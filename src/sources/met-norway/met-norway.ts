import type { SendRequest } from '../../outgoing/request.ts'
import type { Source } from '../source.ts'
import type { MetNorwaySettings } from './config.ts'
/** MET Norway as a source. */
export function createMetNorway(
  _settings: MetNorwaySettings,
  _send: SendRequest,
  _clock: () => number
): Source {
  throw new Error('not yet')
}
