/** GATEWAYS_FILE: read at the start with all that it names, so that a mistake is found by day. */
import { readFileSync } from 'node:fs'
import Type, { type TString } from 'typebox'
import { pointerToken } from '../../common/json-pointer.ts'
import { checkOf, type SchemaFault } from '../../common/schema-check.ts'
import { type Parsed, said, unreadable, variable } from '../../config/environment.ts'
import type { ChannelRow } from '../channel-kind.ts'
import { faultsOf } from './faults.ts'
import { type Fault, type Gateway, gatewaySchema, type ReadGateway } from './schema.ts'

const file = variable<readonly ReadGateway[], TString>({
  name: 'GATEWAYS_FILE',
  description: 'A JSON file of the gateways for short messages and calls; docs/gateways.md describes it.',
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
  description: 'The country of telephone numbers that are written without one.',
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

/** Reads the file's text; all that is wrong is reported together, and never the value of a secret. */
export function readGateways(path: string, text: string): Parsed<readonly ReadGateway[]> {
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    return mistaken(path, [({ noJson }) => noJson])
  }
  if (!Array.isArray(rows) || rows.length === 0) return mistaken(path, [({ noList }) => noList])
  const read = rows.map(readOne)
  const faults = read.flatMap(({ faults: found }) => found)
  const ids = rows.map((row: unknown) => String(Object(row).id))
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index) faults.push(({ twice }) => twice(`/${index}/id`, id))
  if (faults.length > 0) return mistaken(path, faults)
  return { value: read.flatMap(({ gateway }) => gateway ?? []) }
}

interface ReadRow {
  readonly gateway: ReadGateway | null
  readonly faults: readonly Fault[]
}

function readOne(row: unknown, index: number): ReadRow {
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
