/** Real browsers for the tests: Debian's Chromium, headless, with no errands of its own. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>
interface WithAxe {
  readonly axe: {
    readonly configure: (options: object) => void
    readonly run: (context: Document, options: object) => Promise<AxeResults>
  }
}

/** Chromium's engine without its windows: the same pages for half the CPU. It knows no notifications. */
const shellPath = '/usr/bin/chromium-headless-shell'
const wholePath = '/usr/bin/chromium'
const hasBrowsers = existsSync(shellPath) && existsSync(wholePath)

/** Why the browser tests are skipped, or must fail: on CI their absence would go unnoticed. */
export function browserMissing(): string | null {
  if (hasBrowsers) return null
  const remedy = 'apt-get install -y chromium chromium-headless-shell fonts-noto-core'
  if (process.env['CI'] === 'true') throw new Error(`CI=true, but there is no chromium: ${remedy}`)
  return `no chromium (${remedy})`
}

/**
 * Of these switches only the last counts, so Playwright's own list is repeated. The added one is a renderer that
 * Chromium starts for a page that may follow: a third of what opening a page costs.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  'SpareRendererForSitePerProcess'
]

/** Starts a browser for pages; `letterPx`: the size of letters in its settings. */
export function launch(letterPx = 16): Promise<Browser> {
  return start(shellPath, letterPx)
}

/** Starts a browser that also shows notifications. */
export function launchWhole(): Promise<Browser> {
  return start(wholePath)
}

function start(executablePath: string, letterPx = 16): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join(',')}`,
      `--blink-settings=defaultFontSize=${letterPx}`,
      // Scripts of a page run for a moment: optimising them costs more than it saves.
      '--js-flags=--no-opt,--no-maglev'
    ]
  })
}

/**
 * A page that records everything that should not happen: errors, refused loads, and requests to other hosts.
 */
export interface Watched {
  readonly page: Page
  readonly faults: string[]
  readonly requested: string[]
  readonly close: () => Promise<void>
}

/** Opens a page in a context of its own. `origins` are those it may ask. */
export async function openWatched(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {}
): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults: string[] = []
  const requested: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The console also reports a 404 or 503 that the test requested as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text())
  })
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    requested.push(request.url())
    const isOurs = origins.some((origin) => request.url().startsWith(`${origin}/`))
    if (!isOurs && !request.url().startsWith('data:')) faults.push(`asked a stranger: ${request.url()}`)
  })
  return { page, faults, requested, close: () => context.close() }
}

/** All rules of axe-core about colours that are on. */
const colourRules = ['color-contrast', 'link-in-text-block']

const requireOfAxe = createRequire(import.meta.resolve('@axe-core/playwright'))
let axeSource: string | undefined

/** What axe-core finds wrong, in frames too, one line each; empty is the aim. Colours alone are a third of the work. */
export async function axeFindings(
  page: Page,
  looksAt: 'everything' | 'colours' = 'everything'
): Promise<readonly string[]> {
  const rules = looksAt === 'colours' ? [...colourRules] : []
  for (const frame of page.frames()) await giveAxe(frame)
  const { violations } = await page.evaluate((only): Promise<AxeResults> => {
    const { axe } = globalThis as unknown as WithAxe
    return axe.run(document, { resultTypes: ['violations'], ...(only.length > 0 && { runOnly: only }) })
  }, rules)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)
  )
}

/** The same in the light theme and in the dark one, which differ in colours alone (themes.test.ts). */
export async function axeFindingsInBothThemes(page: Page): Promise<readonly string[]> {
  const themed = page.locator('html')
  await themed.evaluate((one) => one.setAttribute('data-theme', 'light'))
  const light = await axeFindings(page)
  await themed.evaluate((one) => one.setAttribute('data-theme', 'dark'))
  const dark = await axeFindings(page, 'colours')
  return [...light, ...dark.map((one) => `dark: ${one}`)]
}

/**
 * The builder of the package would load axe-core again for each look at the same document, which costs more than most
 * looks.
 */
async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return
  axeSource ??= readFileSync(requireOfAxe.resolve('axe-core/axe.min.js'), 'utf8')
  await frame.evaluate(axeSource)
  await frame.evaluate(() => {
    const { axe } = globalThis as unknown as WithAxe
    // Frames without an origin, too, answer the page around them.
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })
  })
}

/** With PICTURES=yes in the environment: a picture of the page for people to look at, in artefacts/browser. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env['PICTURES'] !== 'yes') return
  const folder = new URL('../../artefacts/browser/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}${name}.png`, fullPage })
}
