/**
 * What Home Assistant accepts as device discovery, as far as it matters here. Transcribed from its documentation
 * (MQTT integration, "Device discovery payload"; MQTT sensor; MQTT binary sensor) and from the schemas of
 * `homeassistant/components/mqtt` as of Home Assistant 2025.1.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import Type, { type TProperties } from 'typebox'
import { Value } from 'typebox/value'

const closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })
const text = Type.String({ minLength: 1 })
const url = Type.String({ pattern: '^https?://' })
const topic = Type.String({ pattern: '^[^#+]+$' })

const component = {
  unique_id: text,
  name: Type.Optional(text),
  icon: Type.Optional(Type.String({ pattern: '^mdi:[a-z-]+$' })),
  json_attributes_topic: Type.Optional(topic),
  value_template: Type.Optional(text)
}

const sensor = closed({
  ...component,
  platform: Type.Literal('sensor'),
  state_class: Type.Optional(Type.Union([Type.Literal('measurement'), Type.Literal('total')])),
  device_class: Type.Optional(
    Type.Union([Type.Literal('temperature'), Type.Literal('timestamp'), Type.Literal('enum')])
  ),
  options: Type.Optional(Type.Array(text, { minItems: 1 })),
  state_topic: Type.Optional(topic),
  unit_of_measurement: Type.Optional(Type.Union([Type.Literal('°C'), Type.Literal('%')]))
})

const binarySensor = closed({
  ...component,
  platform: Type.Literal('binary_sensor'),
  device_class: Type.Optional(Type.Union([Type.Literal('cold'), Type.Literal('safety')])),
  payload_on: Type.Optional(text),
  payload_off: Type.Optional(text)
})

const button = closed({
  ...component,
  platform: Type.Literal('button'),
  command_topic: topic,
  payload_press: Type.Optional(text)
})

const discovery = closed({
  device: closed({
    identifiers: Type.Array(text, { minItems: 1 }),
    name: Type.Optional(text),
    manufacturer: Type.Optional(text),
    model: Type.Optional(text),
    configuration_url: Type.Optional(url)
  }),
  // Required where a device is discovered.
  origin: closed({ name: text, sw_version: Type.Optional(text), support_url: Type.Optional(url) }),
  // What components inherit.
  state_topic: Type.Optional(topic),
  availability_mode: Type.Optional(
    Type.Union([Type.Literal('all'), Type.Literal('any'), Type.Literal('latest')])
  ),
  availability: Type.Optional(Type.Array(closed({ topic, value_template: Type.Optional(text) }))),
  components: Type.Record(
    Type.String({ pattern: '^[a-zA-Z0-9_-]+$' }),
    Type.Union([sensor, binarySensor, button]),
    { additionalProperties: false }
  )
})

/** The topics on which it listens, by its usual prefix. */
export const discoveryTopics = /^homeassistant\/device\/[a-zA-Z0-9_-]+\/config$/

/** What is wrong with a discovery message; empty where it is accepted. */
export function discoveryFaults(payload: unknown): readonly string[] {
  return Value.Errors(discovery, payload).map((error) => `${error.instancePath} ${error.message}`)
}

/** Every member of `value_json` that templates of the message read. */
export function membersRead(payload: unknown): readonly string[] {
  return [...JSON.stringify(payload).matchAll(/value_json\.([a-z_.0-9]+)/g)].map(([, path]) => path ?? '')
}

/** What a template gives for a message: as much of Jinja2 as templates of ours need. */
export function rendered(template: string, message: unknown): unknown {
  const names = new Map<string, unknown>([['value_json', message]])
  const set = /^{% set (\w+) = (.*?) %}/.exec(template)
  if (set !== null) names.set(set[1] ?? '', worth(set[2] ?? '', names))
  const expression = /{{ (.*) }}$/.exec(template)?.[1]
  if (expression === undefined) throw new Error(`not understood: ${template}`)
  return worth(expression, names)
}

type Names = ReadonlyMap<string, unknown>

function worth(expression: string, names: Names): unknown {
  const [, then, condition, otherwise] = /^(.+?) if (.+?) else (.+)$/.exec(expression) ?? []
  if (then !== undefined) return worth((isTrue(condition ?? '', names) ? then : otherwise) ?? '', names)
  if (expression === 'None') return null
  const text = /^'(\w+)'$/.exec(expression)?.[1]
  if (text !== undefined) return text
  const percent = /^\((\w+) \* 100\) \| round\(0\) \| int$/.exec(expression)?.[1]
  if (percent !== undefined) return Math.round(Number(names.get(percent)) * 100)
  const [first = '', ...members] = expression.split('.')
  if (!names.has(first)) throw new Error(`not understood: ${expression}`)
  return members.reduce<unknown>((value, name) => Reflect.get(Object(value), name), names.get(first))
}

function isTrue(condition: string, names: Names): boolean {
  const [, name = '', test = ''] = /^(\w+) (.*)$/.exec(condition) ?? []
  const value = names.get(name)
  if (test === 'is none') return value === null
  const same = /^== '(\w+)'$/.exec(test)?.[1]
  if (same !== undefined) return value === same
  const some = /^in \[(.*)\]$/.exec(test)?.[1]
  if (some === undefined) throw new Error(`not understood: ${condition}`)
  return some.split(', ').includes(`'${String(value)}'`)
}

export const hasJinja = spawnSync('python3', ['-c', 'import jinja2']).status === 0
if (!hasJinja && process.env['CI'] === 'true')
  throw new Error('CI=true, but there is no jinja2 (python3-jinja2)')

/** What Jinja2 makes of templates for each set of variables, in an environment like that of Home Assistant. */
export function jinjaTexts(
  templates: readonly string[],
  sets: readonly object[]
): readonly (readonly string[])[] {
  const program = `import json, sys, jinja2.sandbox as box
given = json.load(sys.stdin)
env = box.ImmutableSandboxedEnvironment(undefined=__import__('jinja2').StrictUndefined)
templates = [env.from_string(one) for one in given['templates']]
print(json.dumps([[one.render(**names) for one in templates] for names in given['sets']]))`
  const input = JSON.stringify({ templates, sets })
  return JSON.parse(execFileSync('python3', ['-c', program], { input, encoding: 'utf8' })) as string[][]
}
