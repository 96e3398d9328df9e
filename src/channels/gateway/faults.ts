/** What no schema can find in the description of a gateway: it is tried on its own examples. */
import { pointerToken } from '../../common/json-pointer.ts'
import { nearestName } from '../../common/near-name.ts'
import { answerOf } from './answer.ts'
import { readIncoming } from './incoming.ts'
import type { Condition, Fault, Gateway, ReadGateway } from './schema.ts'
import { filledRequest, variablesIn } from './template.ts'

/** Every variable of a template, apart from the secrets. */
export const variableNames = [
  'to',
  'to_digits',
  'to_national',
  'text',
  'id',
  'callback',
  'minutes_left',
  'lang'
] as const

export function faultsOf(gateway: ReadGateway, at: string): readonly Fault[] {
  return [
    ...variableFaults(gateway, at),
    ...requestFaults(gateway, at),
    ...answerFaults(gateway, at),
    ...incomingFaults(gateway, at)
  ]
}

/** Each text of a template with its place. */
function textsIn(value: unknown, at: string): readonly (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${at}${pointerToken(name)}`))
}

function variableFaults({ request, incoming, values }: ReadGateway, at: string): readonly Fault[] {
  const known = [...variableNames, ...Object.keys(values)]
  const texts = [
    ...textsIn(request, `${at}/request`),
    ...textsIn(incoming?.reply?.body, `${at}/incoming/reply/body`)
  ]
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
  const all = textsIn(request, '').flatMap(([, text]) => variablesIn(text).map((name) => name.trim()))
  if (!all.includes('text')) faults.push(({ lacksVariable }) => lacksVariable(`${at}/request`, '{{text}}'))
  if (!all.some((name) => name.startsWith('to')))
    faults.push(({ lacksVariable }) => lacksVariable(`${at}/request`, '{{to}}'))
  return faults
}

/** Whether the recorded answers mean what they are recorded for. */
function answerFaults(gateway: Gateway, at: string): readonly Fault[] {
  const { example, gone } = gateway
  const faults: Fault[] = [...uselessFaults(gateway.accepted, `${at}/accepted`)]
  const asText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
  const meant = (one: { status: number; body: unknown }) => answerOf(gateway, one.status, asText(one.body))
  if (meant(example.answer) !== 'accepted')
    faults.push(({ noMatch }) => noMatch(`${at}/accepted`, '/example/answer'))
  if (gone !== undefined && (example.gone === undefined || meant(example.gone) !== 'gone'))
    faults.push(({ noMatch }) => noMatch(`${at}/gone`, '/example/gone'))
  return faults
}

/** A condition that any answer fulfils. */
function uselessFaults({ json, equals, match }: Condition, at: string): readonly Fault[] {
  if (equals !== undefined && json === undefined) return [({ equalsNothing }) => equalsNothing(at)]
  return match !== undefined && /^\**$/.test(match) ? [({ matchesAll }) => matchesAll(`${at}/match`)] : []
}

function incomingFaults(gateway: Gateway, at: string): readonly Fault[] {
  const { incoming, example, answer } = gateway
  const number = answer?.reply_to ?? null
  if (incoming === undefined) {
    return number === null ? [] : [({ noAnswers }) => noAnswers(`${at}/answer/reply_to`)]
  }
  const faults: Fault[] = []
  const kinds = ['delivered', 'failed'] as const
  for (const kind of kinds) {
    const condition = incoming[kind]
    if (condition === undefined) continue
    faults.push(...uselessFaults(condition, `${at}/incoming/${kind}`))
    const found = readIncoming(incoming, example[kind], 'id-of-the-example')
    if (found.length !== 1 || found[0]?.kind !== kind)
      faults.push(({ noMatch }) => noMatch(`${at}/incoming/${kind}`, `/example/${kind}`))
  }
  const takesAnswers = incoming.answer !== undefined || incoming.text !== undefined
  if (number !== null && !takesAnswers) faults.push(({ noAnswers }) => noAnswers(`${at}/answer/reply_to`))
  if (takesAnswers) {
    const [found] = readIncoming(incoming, example.reply, 'id-of-the-example')
    if (found?.kind !== 'answered') faults.push(({ noMatch }) => noMatch(`${at}/incoming`, '/example/reply'))
  }
  return faults
}
