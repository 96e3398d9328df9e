const named: ReadonlySet<string | symbol> = new Set(['get', 'getAll', 'has'])

interface NotedQuery {
  readonly query: URLSearchParams
  /** The names that were read so far; null once the query was read as a whole. */
  readonly read: () => ReadonlySet<string> | null
}

export function notedQuery(asked: URLSearchParams): NotedQuery {
  const names = new Set<string>()
  let isWhole = false
  const query = new Proxy(asked, {
    get(params, member) {
      const value: unknown = Reflect.get(params, member, params)
      if (typeof value !== 'function') return value
      if (!named.has(member)) isWhole = true
      return (...given: readonly unknown[]): unknown => {
        names.add(String(given[0]))
        return Reflect.apply(value, params, given)
      }
    }
  })
  return { query, read: () => (isWhole ? null : names) }
}
