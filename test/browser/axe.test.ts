/** The judge of the other tests: it sees what is wrong on a page and in its frames. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, axeFindingsInBothThemes, browserMissing, launch } from './browser.ts'

const missing = browserMissing()

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>made</title><body><main><h1>Made</h1>${body}</main></body></html>`
const pale = '<p style="color:#aaa;background:#fff">hardly to be read</p>'
const framed = `<iframe title="inside" srcdoc="${pale.replaceAll('"', '&quot;')}"></iframe>`

describe.skipIf(missing !== null)(`axe-core${missing === null ? '' : `: ${missing}`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  const findings = async (
    document: string,
    looksAt?: 'everything' | 'colours'
  ): Promise<readonly string[]> => {
    const context = await browser.newContext()
    const opened = await context.newPage()
    await opened.setContent(document)
    const found = await axeFindings(opened, looksAt)
    await context.close()
    return found
  }

  test('is content with a sound page, alone and with a frame', async () => {
    expect(await findings(page('<p>well to be read</p>'))).toEqual([])
    expect(await findings(page(framed.replace('color:#aaa', 'color:#000')))).toEqual([])
  })

  test('finds a fault of the page itself', async () => {
    expect(await findings(page(pale))).toEqual([expect.stringMatching(/^color-contrast: p/)])
    expect(await findings(page('<input>'))).toEqual([expect.stringMatching(/^label: input/)])
  })

  test('looks at colours alone where it is asked to', async () => {
    expect(await findings(page(`${pale}<input>`), 'colours')).toEqual([
      expect.stringMatching(/^color-contrast: p/)
    ])
  })

  test('looks at both themes in one document, and at a document again after it has changed', async () => {
    const context = await browser.newContext()
    const opened = await context.newPage()
    const dark = '[data-theme=dark] p { color: #333; background: #000 }'
    await opened.setContent(page(`<style>${dark}</style><p>well to be read by day</p>`))
    expect(await axeFindings(opened)).toEqual([])
    expect(await axeFindingsInBothThemes(opened)).toEqual([expect.stringMatching(/^dark: color-contrast: p/)])
    await opened.setContent(page(`<style>${dark}</style><p>well to be read by day</p><input>`))
    expect(await axeFindingsInBothThemes(opened)).toEqual([
      expect.stringMatching(/^label: input/),
      expect.stringMatching(/^dark: color-contrast: p/)
    ])
    await context.close()
  })

  test('finds a fault inside a frame', async () => {
    expect(await findings(page(framed))).toEqual([expect.stringMatching(/^color-contrast: iframe.* p/)])
  })
})
