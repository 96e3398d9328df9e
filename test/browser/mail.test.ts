/** Mails as a mail program on a telephone shows them. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailOf } from '../../src/channels/email/message.ts'
import { languages } from '../../src/language/language.ts'
import { frostMessage, frostNight } from '../contracts/channels/message.ts'
import { axeFindingsInBothThemes, browserMissing, launch, openWatched, picture } from './browser.ts'
import { layoutFaults } from './layout.ts'

const missing = browserMissing()
const longest = 'Kahramanmaraş ve Afyonkarahisar Kayısı Üreticileri Birliği ve Ortakları'
const sender = {
  name: longest,
  address: { address: 'frost@koop.example', domain: 'koop.example' },
  operator: { name: longest, contact: null, address: null, logo: null }
}
const { links } = frostMessage()
const token = 'x'.repeat(60)
const confirming = { ...links, confirmUrl: `https://ayaz.example/confirm/${token}` }
const seeing = { ...links, seenUrl: `https://ayaz.example/a/${token}` }

describe.skipIf(missing !== null)(`a mail${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test.each(languages)('in %s fits a narrow screen and a wide one, in both themes', async (language) => {
    const { page, faults, close } = await openWatched(browser, [])
    const label = longest.slice(0, 60)
    for (const [name, message] of [
      ['confirm', frostMessage({ kind: 'confirm', language, label, nights: [], links: confirming })],
      ['raised', frostMessage({ kind: 'raised', language, label, nights: [frostNight()], links: seeing })],
      ['test', frostMessage({ kind: 'test', language, nights: [frostNight()] })]
    ] as const) {
      const { html } = mailOf(message, 'msg_1', sender as never)
      await page.setContent(String(html))
      // A mail has no landmarks.
      const findings = (await axeFindingsInBothThemes(page)).filter((one) => !/landmark|region/.test(one))
      expect(findings, name).toEqual([])
      for (const width of [320, 380, 600]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await layoutFaults(page), `${name} ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 380, height: 740 })
      await picture(page, `mail-${name}-${language}`)
    }
    expect(faults).toEqual([])
    await close()
  })
})
