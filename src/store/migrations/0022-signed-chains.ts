/**
 * The newest hash of each chain is signed when it is appended, and so is the list of chains. What the tables hold is
 * signed as it is now. And forecasts of watched fields are kept apart from those of visitors.
 */
import { sql } from 'kysely'
import { countedChains, countedNights, nothingCounted, signedRegister } from '../chain-register.ts'
import { chainSigner } from '../chain-signer.ts'
import { headText } from '../chain-texts.ts'
import type { IssuedNightsTable, NightChainsTable } from '../record-tables.ts'
import type { Migration } from './migration.ts'

export const signedChains: Migration = {
  version: 22,
  name: 'signed chains',
  async up(queries, dialect, now) {
    await sql`alter table night_chains add column head_signature text`.execute(queries)
    await sql`create table chain_register (
      id smallint primary key,
      chains bigint not null,
      chains_sum text not null,
      outside bigint not null,
      outside_sum text not null,
      signature text not null)`.execute(queries)
    await sql`update kept_forecasts set point_key = point_key || ' own' where exists
      (select 1 from curves where location like kept_forecasts.point_key || ' %')`.execute(queries)
    const chains = (await sql<NightChainsTable>`select * from night_chains`.execute(queries)).rows
    const outside = (
      await sql<IssuedNightsTable>`select * from issued_nights where chain_seq is null and back_filled = 0`.execute(
        queries
      )
    ).rows
    // An empty database stays empty: another one may be copied into it.
    if (chains.length === 0 && outside.length === 0) return
    const signer = await chainSigner({ queries, dialect }, now)
    for (const chain of chains.filter(({ last_seq }) => last_seq > 0))
      await sql`update night_chains set head_signature = ${signer.sign(headText(chain))}
        where point_key = ${chain.point_key} and synthetic = ${chain.synthetic}`.execute(queries)
    const counts = { chains: countedChains(chains), outside: countedNights(outside, nothingCounted) }
    await queries.insertInto('chain_register').values(signedRegister(counts, signer)).execute()
  }
}
