/** GATEWAYS_FILE: read at the start with all that it names, so that a mistake is found by day. */

import { readFileSync } from 'node:fs'
import type { TString } from 'typebox'
import Type from 'typebox'
import { pointerToken } from '../../common/json-pointer.ts'
import { nearestName } from '../../common/near-name.ts'
import { repeatedMember } from '../../common/repeated-member.ts'
import { checkOf, type SchemaFault } from '../../common/schema-check.ts'
import { type Parsed, said, unreadable, variable } from '../../config/environment.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import type { ChannelRow } from '../channel-kind.ts'
import { readIncoming } from './incoming.ts'
import { type Condition, type Gateway, gatewaySchema, type ReadGateway } from './schema.ts'
import { answerOf, filledRequest, hasStrayBraces, variablesIn } from './template.ts'

type Fault = (words: Catalogue['settings']['gateways']) => string

const variableNames = [
  'to',
  'to_digits',
  'to_national',
  'text',
  'id',
  'callback',
  'minutes_left',
  'lang',
  'locale'
] as const

function faultsOf(gateway: ReadGateway, at: string): readonly Fault[] {
  return [
    ...variableFaults(gateway, at),
    ...requestFaults(gateway, at),
    ...headerFaults(gateway, `${at}/request/headers`),
    ...answerFaults(gateway, at),
    ...incomingFaults(gateway, at)
  ]
}

function textsIn(value: unknown, at: string): readonly (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${at}${pointerToken(name)}`))
}

/** All names in a value, which are sent as they are. */
function namesIn(value: unknown, at: string): readonly (readonly [place: string, name: string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const place = `${at}${pointerToken(name)}`
    return [[place, name] as const, ...namesIn(one, place)]
  })
}

function variableFaults({ request, incoming, values }: ReadGateway, at: string): readonly Fault[] {
  const secrets = Object.keys(values)
  const reply = textsIn(incoming?.reply?.body, `${at}/incoming/reply/body`)
  const sent = textsIn(request, `${at}/request`)
  const stray = [
    ...[...sent, ...reply].filter(([, text]) => hasStrayBraces(text)),
    ...namesIn(request, `${at}/request`).filter(([, name]) => name.includes('{{'))
  ]
  return [
    ...stray.map(
      ([place]): Fault =>
        ({ strayBraces }) =>
          strayBraces(place)
    ),
    ...unknownVariables(sent, [...variableNames, ...secrets], at),
    // `reply` answers a report of the gateway, so it has no variables of a message.
    ...unknownVariables(reply, secrets, at)
  ]
}

function unknownVariables(
  texts: ReturnType<typeof textsIn>,
  known: readonly string[],
  at: string
): readonly Fault[] {
  return texts.flatMap(([place, text]) =>
    variablesIn(text).flatMap((written): readonly Fault[] => {
      const name = written.trim()
      if (place.startsWith(`${at}/request/headers/`) && name === 'text')
        return [({ textInHeader }) => textInHeader(place)]
      if (known.includes(name)) return []
      return [({ noVariable }) => noVariable(place, name, nearestName(name, known), known.join(', '))]
    })
  )
}

function requestFaults({ request, values }: ReadGateway, at: string): readonly Fault[] {
  const faults: Fault[] = []
  const bodies = (['form', 'json', 'text'] as const).filter((name) => request[name] !== undefined)
  if (bodies.length > 1) faults.push(({ manyBodies }) => manyBodies(`${at}/request`, bodies.join(', ')))
  const sample = Object.fromEntries(variableNames.map((name) => [name, '1']))
  const url = URL.parse(filledRequest(request, { ...sample, ...values }).url)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    faults.push(({ badAddress }) => badAddress(`${at}/request/url`))
  const used = variablesOf(request)
  if (!used.has('text')) faults.push(({ lacksVariable }) => lacksVariable(`${at}/request`, '{{text}}'))
  if (!['to', 'to_digits', 'to_national'].some((name) => used.has(name)))
    faults.push(({ lacksVariable }) => lacksVariable(`${at}/request`, '{{to}}'))
  return faults
}

function variablesOf(request: Gateway['request']): ReadonlySet<string> {
  return new Set(textsIn(request, '').flatMap(([, text]) => variablesIn(text).map((name) => name.trim())))
}

/** Headers that belong to the connection and not to a request. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade'
])

function headerFaults({ request: { headers = {} }, values }: ReadGateway, at: string): readonly Fault[] {
  return Object.entries(headers).flatMap(([name, written]): readonly Fault[] => {
    const place = `${at}${pointerToken(name)}`
    const secrets = variablesIn(written).map((one) => values[one.trim()] ?? '')
    const isPlain = [written, ...secrets].every((one) => /^[ -~]*$/.test(one))
    const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !reservedHeaders.has(name.toLowerCase())
    const isRefused = /^connection$/i.test(name) && !/^(?:close|keep-alive)$/i.test(written)
    return isPlain && isName && !isRefused ? [] : [({ badHeader }) => badHeader(place)]
  })
}

/** Faults where a recorded answer is not understood as what it was recorded for. */
function answerFaults(gateway: Gateway, at: string): readonly Fault[] {
  const { example, gone } = gateway
  const faults: Fault[] = [
    ...uselessFaults(gateway.accepted, `${at}/accepted`),
    ...(gone ?? []).flatMap((one, index) => uselessFaults(one, `${at}/gone/${index}`))
  ]
  const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
  const meant = (one: { status: number; body: unknown }) => answerOf(gateway, one.status, asText(one.body))
  if (meant(example.answer) !== 'accepted')
    faults.push(({ noMatch }) => noMatch(`${at}/accepted`, '/example/answer'))
  if (gone !== undefined && (example.gone === undefined || meant(example.gone) !== 'gone'))
    faults.push(({ noMatch }) => noMatch(`${at}/gone`, '/example/gone'))
  return faults
}

function uselessFaults(condition: Condition, at: string): readonly Fault[] {
  const { status, json, equals, match } = condition
  if (equals !== undefined && json === undefined) return [({ equalsNothing }) => equalsNothing(at)]
  if (Object.keys(condition).length === 0) return [({ matchesAll }) => matchesAll(at)]
  const isAny = status === undefined && json === undefined && /^\**$/.test(match ?? '')
  return isAny ? [({ matchesAll }) => matchesAll(`${at}/match`)] : []
}

function incomingFaults(gateway: Gateway, at: string): readonly Fault[] {
  const { incoming, example, answer, request, kind: gatewayKind } = gateway
  const number = answer?.reply_to ?? null
  if (gatewayKind === 'voice' && (number !== null || answer?.link === true))
    return [({ callAnswer }) => callAnswer(`${at}/answer`)]
  if (incoming === undefined) {
    return number === null ? [] : [({ noAnswers }) => noAnswers(`${at}/answer/reply_to`)]
  }
  const faults: Fault[] = []
  const used = variablesOf(request)
  const isById = [incoming.delivered, incoming.failed, incoming.answer].some((one) => one !== undefined)
  const name = incoming.id === undefined ? 'callback' : 'id'
  if (isById && !used.has('callback') && !used.has(name))
    faults.push(({ lacksVariable }) => lacksVariable(`${at}/request`, `{{${name}}}`))
  const idOfAddress = used.has('callback') ? 'id-of-the-example' : null
  const kinds = ['delivered', 'failed'] as const
  for (const kind of kinds) {
    const condition = incoming[kind]
    if (condition === undefined) continue
    faults.push(...uselessFaults(condition, `${at}/incoming/${kind}`))
    const found = readIncoming(incoming, example[kind], idOfAddress)
    if (found.length !== 1 || found[0]?.kind !== kind)
      faults.push(({ noMatch }) => noMatch(`${at}/incoming/${kind}`, `/example/${kind}`))
  }
  const takesAnswers = incoming.answer !== undefined || incoming.text !== undefined
  if (number !== null && !takesAnswers) faults.push(({ noAnswers }) => noAnswers(`${at}/answer/reply_to`))
  if (incoming.answer !== undefined) faults.push(...uselessFaults(incoming.answer, `${at}/incoming/answer`))
  if (takesAnswers) {
    const [found] = readIncoming(incoming, example.reply, idOfAddress)
    if (found?.kind !== 'answered') faults.push(({ noMatch }) => noMatch(`${at}/incoming`, '/example/reply'))
    else if (found.number !== null && !/\d{4}/.test(found.number.replaceAll(/\D/g, '')))
      faults.push(({ noMatch }) => noMatch(`${at}/incoming/from`, '/example/reply'))
  }
  return faults
}

const file = variable<readonly ReadGateway[], TString>({
  name: 'GATEWAYS_FILE',
  description: 'JSON file of [gateways](gateways.md) for short messages and calls.',
  default: [],
  schema: Type.String(),
  allowed: said(({ allowed }) => allowed.path),
  read: (path) => {
    try {
      return readGateways(path, readFileSync(path, 'utf8'))
    } catch (error) {
      return unreadable('GATEWAYS_FILE', path, error)
    }
  }
})

const callingCode = variable<string, TString>({
  name: 'DEFAULT_CALLING_CODE',
  description: 'Country of telephone numbers without one.',
  default: '90',
  schema: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
  allowed: {
    en: 'one to four digits, such as 90, without +',
    tr: 'başında + olmadan bir ila dört rakam; örneğin 90'
  }
})

export const gatewayEnvironment = { gateways: file, callingCode } as const

export const gatewayRow: ChannelRow = {
  body: '`destination.phone`',
  unconfigured: 'no: `GATEWAYS_FILE`',
  firstState: 'pending until the code is entered; needs the operator\'s API key unless `"open": true`',
  sends: 'yes'
}

const check = checkOf(gatewaySchema)

/** Reads the file; all faults are reported together, never the value of a secret. */
export function readGateways(path: string, text: string): Parsed<readonly ReadGateway[]> {
  let rows: unknown
  const plain = text.replace(/^\uFEFF/, '')
  try {
    rows = JSON.parse(plain)
  } catch {
    return mistaken(path, [({ noJson }) => noJson])
  }
  if (!Array.isArray(rows) || rows.length === 0) return mistaken(path, [({ noList }) => noList])
  const repeated = repeatedMember(plain)
  if (repeated !== null) return mistaken(path, [({ repeats }) => repeats(repeated)])
  const read = rows.map(readOne)
  const faults = read.flatMap(({ faults: found }) => found)
  const ids = rows.map((row: unknown) => String(Object(row).id))
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index) faults.push(({ twice }) => twice(`/${index}/id`, id))
  if (faults.length > 0) return mistaken(path, faults)
  return { value: read.flatMap(({ gateway }) => gateway ?? []) }
}

function readOne(row: unknown, index: number) {
  const checked = check(row)
  if ('faults' in checked) {
    return { gateway: null, faults: checked.faults.map((fault) => schemaFault(`/${index}`, fault)) }
  }
  const { values, faults } = secretsOf(checked.value, `/${index}/secrets`)
  const gateway = { ...checked.value, values }
  return { gateway, faults: [...faults, ...faultsOf(gateway, `/${index}`)] }
}

function schemaFault(at: string, { pointer, kind, allowed }: SchemaFault): Fault {
  const place = `${at}${pointer}`
  if (kind === 'required') return ({ missing }) => missing(place)
  if (kind === 'unknown_member') return ({ unknown }) => unknown(place)
  return ({ wrong }) => wrong(place, allowed)
}

/** `password_FILE` names a file with the value of `password`. */
function secretsOf({ secrets = {} }: Gateway, at: string) {
  const values: Record<string, string> = {}
  const faults: Fault[] = []
  for (const [name, written] of Object.entries(secrets)) {
    const place = `${at}${pointerToken(name)}`
    const short = name.replace(/_FILE$/, '')
    if (!/^[a-z][a-z0-9_]{0,40}$/.test(short)) faults.push(({ badSecret }) => badSecret(place))
    // Two files, or a variable, would hide one of them.
    if (short in values || variableNames.some((known) => known === short))
      faults.push(({ secretTwice }) => secretTwice(place, short))
    try {
      values[short] = short === name ? written : readFileSync(written, 'utf8').trim()
      if (values[short] === '') faults.push(({ emptySecret }) => emptySecret(place))
    } catch {
      faults.push(({ noSecret }) => noSecret(place, written))
    }
  }
  return { values, faults }
}

function mistaken(path: string, faults: readonly Fault[]): Parsed<never> {
  return {
    mistake: said(({ gateways }) => gateways.file(path, faults.map((fault) => fault(gateways)).join('; '))),
    remedy: said(({ gateways }) => gateways.correct)
  }
}
