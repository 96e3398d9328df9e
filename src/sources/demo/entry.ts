import { sourceEntry } from '../source.ts'
import { createDemo } from './demo.ts'

export const demo = sourceEntry({
  environment: {},
  needs: null,
  isSynthetic: true,
  remedy: null,
  row: { provides: 'synthetic weather, marked as such everywhere', needs: 'nothing', licence: 'CC0' },
  create: (_settings, _send, clock) => createDemo(clock)
})
