/** `ayaz keys`: API keys, made, listed and revoked. */
import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Configuration } from '../config/configuration.ts'
import type { ApiKey } from '../store/api-keys.ts'
import type { Store } from '../store/open.ts'
import type { Command } from './command.ts'
import { columns, withStore } from './store-command.ts'

const usage = `ayaz keys create --tier NAME [--operator] [--label TEXT]
ayaz keys list
ayaz keys revoke ID
  API keys for X-API-Key. A key names a tier of TIERS; it is shown once, and only its hash is kept.
  A running service goes by a revoked key for one more minute.

  --tier NAME     which quota holds: free, or one of TIERS
  --operator      may also use the channels that the operator keeps for himself
  --label TEXT    whose it is, for the list
  --json          for machines`

export const keysCommand: Command = {
  name: 'keys',
  summary: 'make, list and revoke API keys',
  usage,
  run: keys
}

interface Options {
  readonly verb: string
  readonly rest: readonly string[]
  readonly tier: string | null
  readonly isOperator: boolean
  readonly label: string
  readonly isJson: boolean
}

async function keys(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 64
  }
  return withStore((store, configuration) => {
    if (options.verb === 'create') return create(store, configuration, options)
    return options.verb === 'list' ? list(store, options) : revoke(store, options)
  })
}

/** What the arguments ask for, or what is wrong with them. */
function readOptions(argv: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        tier: { type: 'string' },
        operator: { type: 'boolean', default: false },
        label: { type: 'string', default: '' },
        json: { type: 'boolean', default: false }
      }
    })
    const [verb = '', ...rest] = positionals
    const mistake = mistakeIn(verb, rest, values.tier)
    if (mistake !== null) return mistake
    const { operator: isOperator, label, json: isJson } = values
    return { verb, rest, tier: values.tier ?? null, isOperator, label, isJson }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function mistakeIn(verb: string, rest: readonly string[], tier: string | undefined): string | null {
  if (verb === '') return 'Say what is to be done: create, list or revoke.'
  if (verb === 'revoke')
    return rest.length === 1 ? null : 'Name the one key to revoke; "ayaz keys list" shows them.'
  if (verb !== 'create' && verb !== 'list') return `ayaz keys does not know "${verb}".`
  if (rest.length > 0) return `ayaz keys ${verb} does not know "${rest.join(' ')}".`
  return verb === 'create' && tier === undefined ? '--tier is missing: which quota holds for the key.' : null
}

async function create(store: Store, { tiers }: Configuration, options: Options): Promise<number> {
  const tier = tiers.find((one) => one.name === options.tier)
  if (tier === undefined) {
    const names = tiers.map(({ name }) => name).join(', ')
    console.error(`There is no tier "${options.tier}". TIERS has: ${names}.`)
    return 64
  }
  const key = `ayaz_${randomBytes(24).toString('base64url')}`
  const id = randomBytes(4).toString('hex')
  await store.apiKeys.add({
    id,
    hash: createHash('sha256').update(key).digest('hex'),
    tier: tier.name,
    label: options.label.slice(0, 80),
    operator: options.isOperator,
    createdAt: Date.now()
  })
  if (options.isJson) console.log(JSON.stringify({ id, key, tier: tier.name, operator: options.isOperator }))
  else console.log(`${key}\n\nKey ${id} of tier ${tier.name}. It is not shown again: keep it.`)
  return 0
}

async function list({ apiKeys }: Store, { isJson }: Options): Promise<number> {
  const all = await apiKeys.list()
  if (isJson) {
    console.log(JSON.stringify(all.map(rowOf), null, 2))
    return 0
  }
  if (all.length === 0) {
    console.log('There are no keys. "ayaz keys create --tier NAME" makes one.')
    return 0
  }
  const rows = all.map((key) => [
    key.id,
    key.tier,
    key.operator ? 'operator' : '',
    new Date(key.createdAt).toISOString().slice(0, 10),
    key.revokedAt === null ? 'living' : `revoked ${new Date(key.revokedAt).toISOString().slice(0, 10)}`,
    key.label
  ])
  console.log(columns([['id', 'tier', 'may', 'made', 'standing', 'label'], ...rows]))
  return 0
}

/** As every other command names and writes it for machines. */
function rowOf({ id, tier, label, operator, createdAt, revokedAt }: ApiKey): object {
  return {
    ...{ id, tier, label, operator },
    created_at: new Date(createdAt).toISOString(),
    revoked_at: revokedAt === null ? null : new Date(revokedAt).toISOString()
  }
}

async function revoke({ apiKeys }: Store, { rest, isJson }: Options): Promise<number> {
  const [id = ''] = rest
  const revoked = await apiKeys.revoke(id, Date.now())
  if (isJson) console.log(JSON.stringify({ id, revoked }))
  else if (revoked) console.log(`Key ${id} is revoked.`)
  else console.error(`There is no living key "${id}". "ayaz keys list" shows them.`)
  return revoked ? 0 : 1
}
