/** Every small way in which a JSON body can differ from itself: a member gone, one too many, one of another type. */
import { isObject, type Json } from './close-schemas.ts'

export interface Mutation {
  /** For people: `without /daily/0/date`. */
  readonly name: string
  readonly body: Json
}

/** All mutations of a body; of each list the first row alone, which stands for the others. */
export function mutationsOf(body: Json): readonly Mutation[] {
  return [...mutated(body, '')]
}

function* mutated(value: Json, pointer: string): Generator<Mutation> {
  if (isObject(value)) {
    yield { name: `one more in ${pointer}/`, body: { ...value, not_in_the_contract: 1 } }
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _removed, ...rest } = value
      yield { name: `without ${pointer}/${name}`, body: rest }
      yield { name: `${pointer}/${name} of another type`, body: { ...value, [name]: retyped(member) } }
      for (const inner of mutated(member, `${pointer}/${name}`)) {
        yield { name: inner.name, body: { ...value, [name]: inner.body } }
      }
    }
  }
  if (Array.isArray(value) && value.length > 0) {
    const [first = null, ...others]: readonly Json[] = value
    for (const inner of mutated(first, `${pointer}/0`)) {
      yield { name: inner.name, body: [inner.body, ...others] }
    }
  }
}

/** A value of a type that no member with this value may also have. */
function retyped(value: Json): Json {
  if (typeof value === 'string') return 7
  if (typeof value === 'number') return 'seven'
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === null ? { known: false } : 'neither an object nor a list'
}
