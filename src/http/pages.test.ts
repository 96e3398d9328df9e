import { afterEach, expect, test } from 'vitest'
import { type RoutesServer, serveRoutes } from '../../test/routes-server.ts'
import { createClientKeys } from './client-key.ts'
import { createLimiter } from './limiter.ts'
import type { Page } from './page.ts'
import { type PagesDeps, registerPages } from './pages.ts'

let server: RoutesServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

function ask(target: string, language: string): Promise<Response> {
  return fetch(`${server?.origin}${target}`, { headers: { 'accept-language': language } })
}

/** Asks for targets one after the other: how often the page was made, and each status. */
async function made(
  page: Partial<Page>,
  targets: readonly string[],
  quota = 1000
): Promise<readonly number[]> {
  await server?.close()
  let count = 0
  const answer = {
    status: 200,
    contentType: 'text/plain',
    maxAgeSeconds: 60,
    contentSecurityPolicy: ''
  } as const
  const deps: PagesDeps = {
    pages: [
      {
        method: 'GET',
        path: '/p/:slug',
        render: async ({ query, params }) => {
          count += 1
          const crop = query.get('crop')
          return {
            ...answer,
            body: `${params['slug']} ${crop} ${crop === 'apple' ? query.get('stage') : ''}`
          }
        },
        ...page
      }
    ],
    limiter: createLimiter(100),
    clients: createClientKeys([]),
    tier: { name: 'pages', quota, windowSeconds: 60 },
    siteUrl: 'https://ayaz.example',
    understood: (query) => query,
    tooManyPage: () => ({ ...answer, status: 429, body: 'too many' }),
    frameAncestors: '*',
    clock: () => 0,
    count: () => undefined
  }
  server = await serveRoutes((router) => registerPages(router, deps))
  const statuses: number[] = []
  for (const url of targets) {
    statuses.push((await ask(url, `tr;q=0.${statuses.length + 1}`)).status)
  }
  return [count, ...statuses]
}

test('a page is made once for all parameters that it does not read, however they are written', async () => {
  const [count] = await made({}, [
    ...['/p/a', '/p/a?x=1', '/p/a?y=2&x=3', '/p/%61', '/p/a?stage=bloom', '/p/a?utm_source=z'],
    ...['/p/a?crop=apple&stage=bloom', '/p/a?stage=bloom&x=1&crop=apple']
  ])
  expect(count).toBe(2)
})

test('a parameter that only some answers are made from tells those apart', async () => {
  await made({}, ['/p/a?crop=pear&stage=one', '/p/a?crop=apple&stage=one', '/p/a?crop=apple&stage=two'])
  const body = async (query: string): Promise<string> => (await ask(`/p/a${query}`, 'tr')).text()
  expect(await body('?crop=apple&stage=two')).toBe('a apple two')
  expect(await body('?crop=apple&stage=one')).toBe('a apple one')
  expect(await body('?crop=pear&stage=two')).toBe('a pear ')
  expect(await body('')).toBe('a null ')
})

test('a costly page counts twice when it is made, and once when it is kept', async () => {
  const fresh = ['/p/a', '/p/b', '/p/c', '/p/d']
  expect(await made({ isCostly: true }, fresh, 6)).toEqual([3, 200, 200, 200, 429])
  const same = Array.from({ length: 6 }, () => '/p/a')
  expect(await made({ isCostly: true }, same, 6)).toEqual([1, 200, 200, 200, 200, 200, 429])
  expect(await made({}, fresh, 4)).toEqual([4, 200, 200, 200, 200])
})
