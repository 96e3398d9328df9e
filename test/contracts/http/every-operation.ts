/** One call of every published operation, well-formed enough to reach it. */
import type { AskOptions } from './client.ts'
import type { PublishedOperation } from './published-operations.ts'

/** What to ask for, and how: with any name in each gap of the path, and with an empty object where a body may come. */
export function callOf(
  { method, path }: PublishedOperation,
  headers: Readonly<Record<string, string>> = {}
): readonly [path: string, options: AskOptions] {
  const target = path.replace(/\{\w+\}/g, 'malatya')
  if (method === 'GET') return [target, { method, headers }]
  return [target, { method, headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }]
}
