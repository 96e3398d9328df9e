/** The whole service on demo data, on an April evening with frost, at an address that it knows itself. */
import { vi } from 'vitest'
import { startApp, type TestApp, type TestAppOptions } from '../app.ts'
import { onFreePort } from '../free-port.ts'
import { eveningAt } from './synthetic-site.ts'

/** Opens it; time goes on from the evening of the made site. The map is whole when this resolves. */
export async function openAppOnDemo(): Promise<TestApp> {
  const openedAt = performance.now()
  const app = await startAppWithOwnUrl({
    environment: { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' },
    map: true,
    clock: () => eveningAt + Math.round(performance.now() - openedAt)
  })
  await mapIsWhole(app)
  return app
}

/** While provinces are still missing, the page of the map may be cached for no more than ten seconds. */
function mapIsWhole({ origin }: TestApp): Promise<void> {
  let turn = 0
  return vi.waitFor(
    async () => {
      // A new query each time, so that no cached page answers.
      const answer = await fetch(`${origin}/en?turn=${turn++}`)
      await answer.text()
      const [, seconds] = /max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? []
      if (Number(seconds) <= 10) throw new Error('the map of tonight is not whole yet')
    },
    { timeout: 240_000, interval: 250 }
  )
}

/**
 * The pages must name their own address before the service listens, so the port is chosen here; somebody else may take
 * it before its use.
 */
export function startAppWithOwnUrl(options: TestAppOptions): Promise<TestApp> {
  return onFreePort((port) => {
    const own = { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` }
    return startApp({ ...options, environment: { ...options.environment, ...own } })
  })
}
