import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { openGazetteer } from '../places/gazetteer.ts'
import { roundPoint } from '../places/point.ts'
import { readFieldKey } from '../site/field-key.ts'
import {
  type AuditedChain,
  auditChain,
  auditRegister,
  type ChainFinding,
  chainsOf,
  type RegisterFinding
} from '../store/audit-chain.ts'
import { chainSigner } from '../store/chain-register.ts'
import { pointKey, pointOf } from '../weather/point.ts'
import { refuse } from './refuse.ts'
import { jsonOption, withStore } from './store-command.ts'

export async function auditCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  const [place, option, against, ...rest] = words
  const published = publishedOf(against)
  const isAgainst = option === '--against' && published !== null
  if (
    rest.length > 0 ||
    (option !== undefined && !isAgainst) ||
    (place?.startsWith('-') === true && readFieldKey(place) === null)
  )
    return refuse(said.commands.audit.usage)
  const key = place === undefined ? null : await keyOf(place)
  if (place !== undefined && key === null) return refuse(said.noPlaceCalled(''))
  return withStore(lang, async ({ database }) => {
    const signer = await chainSigner(database, Date.now())
    const audited: AuditedChain[] = []
    for (const chain of await chainsOf(database, key))
      audited.push(await auditChain(database, chain, { signer, published }))
    const whole = await auditRegister(database, signer)
    for (const finding of whole) (isJson ? console.error : console.log)(registerSentence(finding, said))
    if (isJson) console.log(JSON.stringify(audited.map(rowOf), null, 2))
    else if (audited.length === 0) console.log(said.noChain)
    else for (const line of linesOf(audited, said, key !== null)) console.log(line)
    const isIntact = whole.length === 0 && audited.every(({ findings }) => findings.length === 0)
    return isIntact && (key === null || audited.length > 0) ? 0 : 1
  })
}

function publishedOf(text: string | undefined) {
  const [, seq, hash] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text ?? '') ?? []
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash }
}

async function keyOf(place: string): Promise<string | null> {
  const at = readFieldKey(place)
  if (at !== null) return pointKey(roundPoint(at.lat, at.lon), at.elevation)
  const found = (await openGazetteer()).find(place)
  return found === null ? null : pointOf(found).key
}

type Words = Catalogue['cli']

/** Everything for one place; for all places what is wrong, and a sum. */
function linesOf(audited: readonly AuditedChain[], words: Words, isOne: boolean): readonly string[] {
  const shown = isOne ? audited : audited.filter(({ findings }) => findings.length > 0)
  const nights = audited.reduce((sum, one) => sum + one.nights, 0)
  const lines = shown.flatMap((one) => [
    words.chainOf(one.pointKey, one.nights, one.synthetic),
    ...(one.removedAt === null ? [] : [`  ${words.chainRemoved(one.removed, dayOf(one.removedAt))}`]),
    ...one.findings.map((finding) => `  ${sentenceOf(finding, words)}`),
    ...(one.findings.length === 0 ? [`  ${words.chainIntact(one.head.seq, one.head.hash)}`] : [])
  ])
  return isOne ? lines : [...lines, words.chainsAudited(audited.length, nights, shown.length)]
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function sentenceOf(finding: ChainFinding, words: Words): string {
  switch (finding.kind) {
    case 'altered':
      return words.nightAltered(finding.seq, finding.date, finding.leadDay)
    case 'removed':
      return words.nightsRemoved(finding.from, finding.until)
    case 'checkpoint_invalid':
      return words.checkpointInvalid(finding.seq)
    case 'head_altered':
      return words.headAltered(finding.seq)
    case 'head_not_signed':
      return words.headNotSigned(finding.seq)
    case 'not_as_published':
      return words.notAsPublished(finding.seq)
  }
}

function registerSentence({ kind, signed, found }: RegisterFinding, words: Words): string {
  if (kind === 'register_not_signed') return words.registerNotSigned
  return kind === 'chains_changed' ? words.chainsChanged(signed, found) : words.outsideChanged(signed, found)
}

function rowOf({ pointKey: point, synthetic, nights, removed, removedAt, head, findings }: AuditedChain) {
  const removedOn = removedAt === null ? null : new Date(removedAt).toISOString()
  return {
    point,
    synthetic,
    nights,
    removed,
    removed_at: removedOn,
    head,
    findings: findings.map((one) =>
      one.kind === 'altered' ? { kind: one.kind, seq: one.seq, date: one.date, lead_days: one.leadDay } : one
    )
  }
}
