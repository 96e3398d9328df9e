/** What a message says of a crop whose stage is unknown or old. */
import { expect, it } from 'vitest'
import { renderAlert } from '../../../src/alerts/words/render-alert.ts'
import { distinctMessage } from './distinct-message.ts'
import { distinctReport } from './distinct-report.ts'

const report = distinctReport()
const resting = { ...report, profile: { ...report.profile, stage: null } }

it('names frost hours, not those of harm, where the report has no stage', () => {
  expect(renderAlert(distinctMessage(report)).text).toContain('Hours of harmful cold: ')
  const { text } = renderAlert(distinctMessage(resting))
  expect(text).toContain('Frost hours: ')
  expect(text).not.toContain('Hours of harmful cold')
})

it('leads to a page with the stage, and with an old one to a page that asks for it', () => {
  const page = 'https://ayaz.example/en/place/malatya?crop=apricot'
  expect(distinctMessage(report).links.placeUrl).toBe(`${page}&stage=full-bloom&exposure=vine`)
  const old = distinctMessage(report, true).links
  expect(old.placeUrl).toBe(`${page}&exposure=vine`)
  expect(old.manageUrl).toContain('/alerts/manage')
})
