/**
 * Finds what SQLite would read from its first row to its last: the statements are written down while a part works, and
 * then explained.
 */
import { CompiledQuery, type KyselyPlugin, type PluginTransformQueryArgs } from 'kysely'
import type { Database } from '../../../src/store/database.ts'

/** A database that writes down what is asked of it. */
export interface Watched {
  readonly database: Database
  /** What was asked since the last call. */
  readonly asked: () => readonly CompiledQuery[]
}

/** Watches another handle of the same open database. */
export function watch({ queries, dialect }: Database): Watched {
  const nodes: PluginTransformQueryArgs[] = []
  const plugin: KyselyPlugin = {
    transformQuery: (args) => {
      nodes.push(args)
      return args.node
    },
    transformResult: async ({ result }) => result
  }
  return {
    database: { queries: queries.withPlugin(plugin), dialect },
    asked: () => nodes.splice(0).map(({ node, queryId }) => queries.getExecutor().compileQuery(node, queryId))
  }
}

/** Indexes that hold only what waits, is under way, blind, for show or escalates now: these may be read whole. */
const small = new Set([
  ...['messages_waiting', 'messages_due', 'messages_under_way', 'messages_retried'],
  ...['subscriptions_blind', 'subscriptions_previews', 'subscriptions_that_escalate']
])

/**
 * Which of these tables are read whole by these statements, each with its statement.
 * @param narrow tables looked for besides, of which a covering index may be read whole, for counting
 */
export async function wholeReads(
  database: Database,
  statements: readonly CompiledQuery[],
  tables: readonly string[],
  narrow: readonly string[] = []
): Promise<readonly string[]> {
  const found: string[] = []
  for (const { sql, parameters } of statements) {
    const tableOf = aliases(sql, [...tables, ...narrow])
    for (const detail of await plan(database, sql, parameters)) {
      const [, how, alias = '', rest = ''] = /^(SCAN|SEARCH) (\w+)(.*)/.exec(detail) ?? []
      const table = tableOf.get(alias)
      const isWhole = how === 'SCAN' || rest.includes('AUTOMATIC')
      const [, index = ''] = / INDEX (\w+)/.exec(rest) ?? []
      const mayBe = small.has(index) || (narrow.includes(table ?? '') && rest.includes('COVERING INDEX'))
      if (table !== undefined && isWhole && !mayBe) found.push(`${table} (${detail}): ${oneLine(sql)}`)
    }
  }
  return found
}

/** The indexes through which SQLite goes for these statements. */
export async function indexesOf(
  database: Database,
  statements: readonly CompiledQuery[]
): Promise<ReadonlySet<string>> {
  const details = await Promise.all(statements.map(({ sql, parameters }) => plan(database, sql, parameters)))
  return new Set(details.flat().flatMap((detail) => / INDEX (\w+)/.exec(detail)?.[1] ?? []))
}

async function plan(
  { queries }: Database,
  sql: string,
  parameters: readonly unknown[]
): Promise<readonly string[]> {
  const question = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await queries.executeQuery<{ detail: string }>(question)
  return rows.map(({ detail }) => detail)
}

/** A plan names tables as the statement does. */
function aliases(sql: string, tables: readonly string[]): ReadonlyMap<string, string> {
  const named = new RegExp(`(?<![\\w.])"?(${tables.join('|')})"?(?:\\s+(?:as\\s+)?"?(\\w+)"?)?`, 'g')
  const found = new Map(tables.map((table) => [table, table]))
  for (const [, table = '', alias = table] of sql.matchAll(named)) found.set(alias, table)
  return found
}

function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ')
}
