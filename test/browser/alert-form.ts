/** The alert form of a place's page: a sheet where scripts run, and folded in the page without. */
import type { Page } from 'playwright-core'

/** Opens it, chooses a way, writes the address that it needs, and comes to the second step. */
export async function chooseWay(page: Page, channel: string, address?: string): Promise<void> {
  await page.locator('.alert > summary').click()
  const way = page.locator('.ways label', { has: page.locator(`[value=${channel}]`) })
  if (!(await way.isVisible())) await page.locator('.alert-form fieldset summary').first().click()
  await way.click()
  if (address !== undefined) await page.locator('[name=destination]').fill(address)
  const next = page.locator('[data-move=next]')
  if (await next.isVisible()) await next.click()
}
