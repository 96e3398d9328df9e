import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Configuration } from '../app/configuration.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { ApiKey } from '../store/api-keys.ts'
import type { Store } from '../store/open.ts'
import { refuse } from './refuse.ts'
import { columns, withStore } from './store-command.ts'

type Words = Catalogue['cli']

interface Options {
  readonly verb: string
  readonly rest: readonly string[]
  readonly tier: string | null
  readonly isOperator: boolean
  readonly vouches: boolean
  readonly label: string
  readonly isJson: boolean
  readonly words: Words
}

export async function keysCommand(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  const options = readOptions(argv, words)
  if (typeof options === 'string') return refuse(`${options}\n\n${words.commands.keys.usage}`)
  return withStore(lang, (store, configuration) => {
    if (options.verb === 'create') return create(store, configuration, options)
    if (options.verb === 'rotate') return rotate(store, options)
    return options.verb === 'list' ? list(store, configuration, options) : revoke(store, options)
  })
}

function readOptions(argv: readonly string[], words: Words): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        tier: { type: 'string' },
        operator: { type: 'boolean', default: false },
        vouches: { type: 'boolean', default: false },
        label: { type: 'string', default: '' },
        json: { type: 'boolean', default: false }
      }
    })
    const [verb = '', ...rest] = positionals
    const mistake = mistakeIn({ verb, rest, tier: values.tier }, words)
    if (mistake !== null) return mistake
    const { operator: isOperator, vouches, label, json: isJson } = values
    return { verb, rest, tier: values.tier ?? null, isOperator, vouches, label, isJson, words }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function mistakeIn(
  { verb, rest, tier }: { verb: string; rest: readonly string[]; tier: string | undefined },
  words: Words
): string | null {
  if (verb === '') return words.keyWhat
  if (verb === 'revoke' || verb === 'rotate') return rest.length === 1 ? null : words.keyOne
  if (verb !== 'create' && verb !== 'list') return words.keyVerb(verb)
  if (rest.length > 0) return words.keyWords(verb, rest.join(' '))
  return verb === 'create' && tier === undefined ? words.tierMissing : null
}

async function create(store: Store, { tiers }: Configuration, options: Options): Promise<number> {
  const tier = tiers.find((one) => one.name === options.tier)
  if (tier === undefined) {
    const names = tiers.map(({ name }) => name).join(', ')
    return refuse(options.words.noTier(options.tier ?? '', names))
  }
  const { key, hash } = newKey()
  const id = randomBytes(4).toString('hex')
  await store.apiKeys.add({
    id,
    hash,
    tier: tier.name,
    label: options.label.slice(0, 80),
    operator: options.isOperator,
    ...(options.vouches && { vouches: true }),
    createdAt: Date.now()
  })
  if (options.isJson) console.log(JSON.stringify({ id, key, tier: tier.name, operator: options.isOperator }))
  else console.log(`${key}\n\n${options.words.keyCreated(id, tier.name)}`)
  return 0
}

function newKey(): { readonly key: string; readonly hash: string } {
  const key = `ayaz_${randomBytes(24).toString('base64url')}`
  return { key, hash: createHash('sha256').update(key).digest('hex') }
}

async function rotate({ apiKeys }: Store, { rest, isJson, words }: Options): Promise<number> {
  const [id = ''] = rest
  const { key, hash } = newKey()
  if (!(await apiKeys.rotate(id, hash))) return refuse(words.noKey(id), 1)
  if (isJson) console.log(JSON.stringify({ id, key }))
  else console.log(`${key}\n\n${words.keyRotated(id)}`)
  return 0
}

async function list(
  { apiKeys }: Store,
  { tiers }: Configuration,
  { isJson, words }: Options
): Promise<number> {
  const all = await apiKeys.list()
  if (isJson) {
    console.log(JSON.stringify(all.map(rowOf), null, 2))
    return 0
  }
  if (all.length === 0) {
    console.log(words.noKeys)
    return 0
  }
  const rows = all.map((key) => [
    key.id,
    tiers.some(({ name }) => name === key.tier) ? key.tier : words.tierLost(key.tier),
    [key.operator ? words.operator : '', key.vouches ? words.vouching : ''].filter(Boolean).join(', '),
    new Date(key.createdAt).toISOString().slice(0, 10),
    key.revokedAt === null
      ? words.keyActive
      : words.keyRevokedOn(new Date(key.revokedAt).toISOString().slice(0, 10)),
    key.label
  ])
  console.log(columns([words.keyHeadings, ...rows]))
  return 0
}

/** A key for machines, with the names and forms of the other commands. */
function rowOf({ id, tier, label, operator, vouches, createdAt, revokedAt }: ApiKey): object {
  return {
    id,
    tier,
    label,
    operator,
    vouches: vouches === true,
    created_at: new Date(createdAt).toISOString(),
    revoked_at: revokedAt === null ? null : new Date(revokedAt).toISOString()
  }
}

async function revoke({ apiKeys }: Store, { rest, isJson, words }: Options): Promise<number> {
  const [id = ''] = rest
  const revoked = await apiKeys.revoke(id, Date.now())
  if (isJson) console.log(JSON.stringify({ id, revoked }))
  else if (revoked) console.log(words.keyRevoked(id))
  else console.error(words.noKey(id))
  return revoked ? 0 : 1
}
