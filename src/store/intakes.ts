import { type Selectable, sql } from 'kysely'
import type { Intake, IntakeChannel, IntakeStore, NotedUpload } from '../observations/intake-ports.ts'
import { type Database, transact } from './database.ts'
import type { IntakeChannelsTable, IntakesTable } from './record-tables.ts'

export function intakeStore(database: Database): IntakeStore {
  const { queries } = database
  const living = () =>
    queries
      .selectFrom('intakes')
      .selectAll()
      .where('revoked_at', 'is', null)
      .where(
        sql<boolean>`(owner = 'operator'
          or exists (select 1 from api_keys k where k.id = intakes.owner and k.revoked_at is null)
          or exists (select 1 from subscriptions s where s.id = intakes.owner and s.ended_at is null))`
      )
  return {
    addIntake: async ({ owner, isOperators, label, unit, secretHash }, now) => {
      const row = {
        owner,
        is_operators: isOperators ? 1 : 0,
        label,
        secret_hash: secretHash,
        unit,
        mqtt: null,
        created_at: now,
        revoked_at: null,
        contact_at: null
      }
      return toIntake(
        await queries.insertInto('intakes').values(row).returningAll().executeTakeFirstOrThrow()
      )
    },
    intakeOf: async (secretHash) => {
      const row = await living().where('secret_hash', '=', secretHash).executeTakeFirst()
      return row === undefined ? null : toIntake(row)
    },
    intakeOwners: async () => {
      const rows = await living().clearSelect().select('owner').union(readersByHand(queries)).execute()
      return rows.map(({ owner }) => owner)
    },
    brokerIntakes: async () => (await living().where('mqtt', 'is not', null).execute()).map(toIntake),
    intake: async (seq) => {
      const row = await queries.selectFrom('intakes').selectAll().where('seq', '=', seq).executeTakeFirst()
      return row === undefined ? null : toIntake(row)
    },
    intakes: async (owner, limit) => {
      const rows = await queries
        .selectFrom('intakes')
        .selectAll()
        .$if(owner !== null, (query) => query.where('owner', '=', owner ?? ''))
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(toIntake)
    },
    changeIntake: async (seq, { label, unit, mqtt, revokedAt, secretHash }) => {
      const change = {
        ...(label !== undefined && { label }),
        ...(unit !== undefined && { unit }),
        ...(mqtt !== undefined && { mqtt: mqtt === null ? null : JSON.stringify(mqtt) }),
        ...(revokedAt !== undefined && { revoked_at: revokedAt }),
        ...(secretHash !== undefined && { secret_hash: secretHash })
      }
      if (Object.keys(change).length > 0)
        await queries.updateTable('intakes').set(change).where('seq', '=', seq).execute()
    },
    channels: async (seq) => {
      const rows = await queries
        .selectFrom('intake_channels')
        .selectAll()
        .where('intake_seq', '=', seq)
        .orderBy('device')
        .orderBy('field')
        .execute()
      return rows.map(toChannel)
    },
    mappedChannels: async (from, until) => {
      const rows = await queries
        .selectFrom('intake_channels')
        .innerJoin(living().as('living'), 'living.seq', 'intake_channels.intake_seq')
        .selectAll('intake_channels')
        .select(['living.label as label', 'living.owner as owner'])
        .where('sensor', 'is not', null)
        .where('last_at', '>=', from)
        .where('last_at', '<=', until)
        .orderBy('last_at')
        .execute()
      return rows.map((row) => ({ ...toChannel(row), label: row.label, owner: row.owner }))
    },
    mapChannel: async (seq, { device, field }, sensor) => {
      const mapped = await queries
        .updateTable('intake_channels')
        .set({ sensor: sensor === null ? null : JSON.stringify(sensor) })
        .where((is) => is.and({ intake_seq: seq, device, field }))
        .executeTakeFirst()
      return mapped.numUpdatedRows > 0n
    },
    refusals: async (seq) => {
      const rows = await queries
        .selectFrom('intake_refusals')
        .selectAll()
        .where('intake_seq', '=', seq)
        .orderBy('reason')
        .execute()
      return rows.map(({ reason, detail, count, last_at }) => ({ reason, detail, count, lastAt: last_at }))
    },
    noteUpload: (seq, upload, now) => transact(database, (inside) => note(inside, { seq, upload, now }))
  }
}

/** Living subscriptions whose owner reads a thermometer by hand, without an intake. */
function readersByHand(queries: Database['queries']) {
  return queries
    .selectFrom('sensors')
    .innerJoin('subscriptions', 'subscriptions.id', 'sensors.owner')
    .leftJoin('intakes', 'intakes.owner', 'sensors.owner')
    .select('sensors.owner as owner')
    .where((is) => is.and({ 'subscriptions.ended_at': null, 'intakes.seq': null }))
}

async function note(
  { queries, dialect }: Database,
  { seq, upload, now }: { seq: number; upload: NotedUpload; now: number }
): Promise<void> {
  const { channels, refusals } = upload
  await queries.updateTable('intakes').set({ contact_at: now }).where('seq', '=', seq).execute()
  // "where true" keeps SQLite from reading "on" as part of a join.
  if (channels.length > 0) {
    const json = JSON.stringify(
      channels.map(({ device, field, lastValue, unit, isIndoors, clock }) => {
        const flag = isIndoors ? 1 : 0
        return [device, field, lastValue, unit, flag, clock?.ms ?? null, clock?.uploads ?? null]
      })
    )
    await sql`insert into intake_channels
        (intake_seq, device, field, last_value, unit, is_indoors, clock_ms, clock_uploads, first_at, last_at)
      select cast(${seq} as bigint), value ->> 0, value ->> 1, value ->> 2, value ->> 3, cast(value ->> 4 as smallint),
        cast(value ->> 5 as bigint), cast(value ->> 6 as integer), cast(${now} as bigint), cast(${now} as bigint)
      from ${dialect.rowsOfJson(json)} where true
      on conflict (intake_seq, device, field) do update set last_value = excluded.last_value, unit = excluded.unit,
        is_indoors = excluded.is_indoors, clock_ms = excluded.clock_ms, clock_uploads = excluded.clock_uploads,
        last_at = excluded.last_at`.execute(queries)
  }
  for (const [reason, same] of Map.groupBy(refusals, (one) => one.reason)) {
    const row = { reason, detail: same.at(-1)?.detail ?? '', count: same.length, last_at: now }
    await queries
      .insertInto('intake_refusals')
      .values({ intake_seq: seq, ...row })
      .onConflict((conflict) =>
        conflict.columns(['intake_seq', 'reason']).doUpdateSet({
          detail: row.detail,
          last_at: now,
          count: (old) => sql<number>`${old.ref('intake_refusals.count')} + ${row.count}`
        })
      )
      .execute()
  }
}

function toIntake(row: Selectable<IntakesTable>): Intake {
  return {
    seq: row.seq,
    owner: row.owner,
    isOperators: row.is_operators === 1,
    label: row.label,
    unit: row.unit,
    mqtt: row.mqtt === null ? null : (JSON.parse(row.mqtt) as Intake['mqtt']),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    contactAt: row.contact_at
  }
}

function toChannel(row: Selectable<IntakeChannelsTable>): IntakeChannel {
  const { clock_ms: ms, clock_uploads: uploads } = row
  return {
    device: row.device,
    field: row.field,
    lastValue: row.last_value,
    unit: row.unit,
    isIndoors: row.is_indoors === 1,
    firstAt: row.first_at,
    lastAt: row.last_at,
    clock: ms === null || uploads === null ? null : { ms, uploads },
    sensor: row.sensor === null ? null : (JSON.parse(row.sensor) as IntakeChannel['sensor'])
  }
}
