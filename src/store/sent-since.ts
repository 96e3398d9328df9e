/** What was sent, stopped and paused since a backup: the restored database gets it, so that nothing is sent again. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { continueKeys, insert, portion, type Row, type TableShape } from './copy-tables.ts'
import { type Database, oneOf } from './database.ts'

/** As the newer version has them, for subscriptions that the backup knows. */
export interface SentSince {
  /** Named by the episodes and messages. */
  readonly runs: readonly Row[]
  readonly nights: readonly Row[]
  /** Something was announced of them. */
  readonly episodes: readonly Row[]
  /** They waited at the backup, and have ended. */
  readonly messages: readonly Row[]
  readonly subscriptions: readonly Row[]
}

const states = [
  'seq',
  'state',
  'reason',
  'ended_at',
  'last_sent_at',
  'blind_date',
  'blind_open',
  'blind_told'
]

/** Before the database is replaced. */
export async function sentSince(file: string, current: Database): Promise<SentSince> {
  const backup = readBackup(file)
  const all = await rowsOf(current, sql`select * from episodes where told_at is not null`)
  const episodes = all.filter(
    (row) =>
      backup.subscriptions.has(row['subscription_seq']) &&
      backup.notified.get(nightOf(row)) !== row['told_at']
  )
  const hasEnded = sql`${oneOf(current, 'seq', backup.waiting)} and state not in ('queued', 'sending')`
  const messages = await rowsOf(current, sql`select * from messages where ${hasEnded}`)
  const columns = sql.join(states.map((one) => sql.ref(one)))
  const subscriptions = await rowsOf(current, sql`select ${columns} from subscriptions`)
  const runs = runsOf(episodes, messages)
  return {
    runs: await rowsOf(current, sql`select * from runs where ${oneOf(current, 'seq', runs)}`),
    nights: await rowsOf(current, sql`select * from nights where ${oneOf(current, 'run_seq', runs)}`),
    episodes,
    messages,
    subscriptions: subscriptions.filter((row) => hasChanged(row, backup.subscriptions.get(row['seq'])))
  }
}

function runsOf(episodes: readonly Row[], messages: readonly Row[]): readonly number[] {
  const seqs = [
    ...episodes.flatMap((one) => [one['told_run_seq'], one['clearing_run_seq']]),
    ...messages.map((one) => one['run_seq'])
  ]
  return [...new Set(seqs.flatMap((one) => (one === null ? [] : [Number(one)])))]
}

interface Backup {
  readonly subscriptions: ReadonlyMap<unknown, Row>
  readonly notified: ReadonlyMap<string, unknown>
  readonly waiting: readonly number[]
}

function readBackup(file: string): Backup {
  const backup = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const read = (text: string): readonly Row[] => backup.prepare(text).all()
    const subscriptions = read(`select ${states.join()} from subscriptions`)
    const nights = read('select subscription_seq, night_date, told_at from episodes')
    const waiting = read("select seq from messages where state in ('queued', 'sending')")
    return {
      subscriptions: new Map(subscriptions.map((row) => [row['seq'], row])),
      notified: new Map(nights.map((row) => [nightOf(row), row['told_at']])),
      waiting: waiting.map(({ seq }) => Number(seq))
    }
  } finally {
    backup.close()
  }
}

function nightOf({ subscription_seq, night_date }: Row): string {
  return `${subscription_seq} ${night_date}`
}

/** A confirmation is not among it: it is lost as announced. */
function hasChanged(row: Row, before: Row | undefined): boolean {
  if (before === undefined) return false
  if (before['state'] === 'pending_confirmation' && row['ended_at'] === null) return false
  return states.some((one) => row[one] !== before[one])
}

async function rowsOf({ queries }: Database, text: ReturnType<typeof sql>): Promise<readonly Row[]> {
  return (await sql<Row>`${text}`.execute(queries)).rows
}

/** @param tables as the older version has them */
export async function bringSent(sent: SentSince, to: Database, tables: readonly TableShape[]): Promise<void> {
  for (const table of tables) {
    const { name } = table
    if (name === 'runs' || name === 'nights' || name === 'episodes' || name === 'messages')
      await put(sent[name], to, table)
  }
  for (const { seq, ...row } of sent.subscriptions) {
    const set = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update subscriptions set ${sql.join(set)} where seq = ${seq}`.execute(to.queries)
  }
  const last = sql`(select max(e.over_at) from episodes e join subscriptions s on s.seq = e.subscription_seq
    where s.curve_seq = curves.seq)`
  await sql`update curves set episodes_until = ${last} where episodes_until < ${last}`.execute(to.queries)
}

/** Without columns that only the newer version has. */
async function put(rows: readonly Row[], to: Database, { name, columns, key }: TableShape): Promise<void> {
  const [first = {}] = rows
  const common = columns.filter((column) => column in first)
  const seqs = sql.join(key.map((column) => sql.ref(column)))
  const set = sql.join(
    common
      .filter((column) => !key.includes(column))
      .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  )
  const target = { name, columns: common, onKnown: sql`on conflict (${seqs}) do update set ${set}` }
  for (let from = 0; from < rows.length; from += portion)
    await insert(to, target, rows.slice(from, from + portion))
  await continueKeys(to, { name, columns, key })
}
