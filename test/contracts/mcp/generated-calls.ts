/** Tool calls drawn from a seed, each held against the same question to the API. */
import type { CheckedClient } from '../http/client.ts'
import type { Assistant } from './assistant.ts'

type Given = Readonly<Record<string, unknown>>

interface Question {
  readonly path: string
  readonly members: readonly string[] | null
}

const questions: Readonly<Record<string, Question>> = {
  find_place: { path: '/locations', members: null },
  tonight: {
    path: '/weather/night',
    members: ['location', 'units', 'meta', 'date', 'night', 'unknown_because', 'profile', 'protection']
  },
  forecast: { path: '/weather', members: null },
  verification: { path: '/verification', members: null }
}

/** What assistants send: what is right, near it, of another type, or of another tool. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  q: ['malat', 'İzmir', '', 'a'.repeat(101), 42, null, ['x'], '%00', '🥶'],
  limit: [1, 50, 51, 0, '7', 2.5, true, null],
  location: ['malatya', 'Iğdır', 'malatia', 'igdir', '', 'x'.repeat(70), 5, null, {}, '<script>'],
  lat: [38.355, '38.355', 91, '38,355', 'NaN', null, false, 1e-7, -0],
  lon: [38.31, '38.31', 181, -180, '', null, [38]],
  elevation: [980, '980', 99_999, -500, null],
  date: ['2026-04-12', '2026-04-13', '2026-13-01', 'tonight', '2026-04-30', null, 20260412],
  crop: ['apricot', 'kayısı', 'apricott', 'olive', 'generic', null, 3],
  stage: ['full-bloom', 'tam çiçek', 'auto', 'bloom', null, ''],
  exposure: ['ground', 'canopy', 'roof', null],
  units: ['metric', 'imperial', 'kelvin', null],
  lang: ['en', 'tr', 'de', null],
  days: [1, 7, 16, 17, '3', 0, null],
  kind: ['plant', 'air_2m', 'soil', null],
  format: ['csv', 'json'],
  fields: ['meta'],
  threshold: [60]
}
const names = Object.keys(values)

export function* drawnCalls(count: number, seed: number): Generator<{ tool: string; given: Given }> {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const tools = Object.keys(questions)
  for (let index = 0; index < count; index++) {
    const tool = pick(tools)
    const usual: Given =
      tool === 'find_place' ? { q: 'malat' } : random() < 0.6 ? { location: 'malatya' } : {}
    const more = Array.from({ length: Math.floor(random() * 4) }, () => {
      const name = pick(names)
      // Mostly what is right: it is the first of its list.
      return [name, random() < 0.5 ? values[name]?.[0] : pick(values[name] ?? [])]
    })
    yield { tool, given: { ...usual, ...Object.fromEntries(more) } }
  }
}

export interface Checked {
  answers: number
  problems: number
  readonly wrong: string[]
}

/** Whether every answer is that of the API, every problem one of its documents, and each says source and age. */
export async function checkCalls(
  { assistant, client }: { readonly assistant: Assistant; readonly client: CheckedClient },
  calls: Iterable<{ readonly tool: string; readonly given: Given }>
): Promise<Checked> {
  const checked: Checked = { answers: 0, problems: 0, wrong: [] }
  for (const { tool, given } of calls) {
    const found = await faultOf({ assistant, client }, tool, given)
    if (found.isError) checked.problems++
    else checked.answers++
    if (found.fault !== null) checked.wrong.push(`${tool} ${JSON.stringify(given)}: ${found.fault}`)
  }
  return checked
}

const foreign = new Set(['format', 'fields', 'threshold'])

async function faultOf(
  { assistant, client }: { readonly assistant: Assistant; readonly client: CheckedClient },
  tool: string,
  given: Given
): Promise<{ readonly isError: boolean; readonly fault: string | null }> {
  const { isError, sentence, body } = await assistant.call(tool, given)
  const { path, members } = questions[tool] as Question
  const code = String(body['code'])
  if (isError && body['detail'] !== sentence) return { isError, fault: 'the sentence is not the problem’s' }
  const isOdd = Object.entries(given).some(
    ([name, value]) => value !== null && (typeof value === 'object' || foreign.has(name))
  )
  if (isOdd)
    return { isError, fault: isError && code === 'invalid_parameter' ? null : `not refused: ${sentence}` }
  const query = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  )
  const answer = await client.ask(`${path}?${query}`)
  const expected = answer.json as Readonly<Record<string, unknown>>
  if (isError !== answer.status >= 400) return { isError, fault: `${answer.status} of the API, ${sentence}` }
  if (isError)
    return { isError, fault: code === expected['code'] ? null : `${code}, not ${expected['code']}` }
  if (!/^(DEMO: .*)?Source: .+\. Age: .+\.$/.test(sentence)) return { isError, fault: sentence }
  const shown =
    members === null ? expected : Object.fromEntries(members.map((name) => [name, expected[name]]))
  return { isError, fault: JSON.stringify(body) === JSON.stringify(shown) ? null : 'another body' }
}
