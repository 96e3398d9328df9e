import type { TSchema } from 'typebox'
import { didYouMean } from '../common/near-name.ts'
import { memberNames, memberOf } from './csv-table.ts'
import { quoted } from './query.ts'

/** The members that are chosen of each; null: the member whole. */
export interface Chosen extends ReadonlyMap<string, Chosen | null> {}

/** Reads paths against the schema of the body; a sentence for the first one that names nothing. */
export function choose(schema: TSchema, paths: readonly string[]): Chosen | string {
  const chosen: Tree = new Map()
  for (const path of paths) {
    const fault = add(chosen, schema, path)
    if (fault !== null) return fault
  }
  return chosen
}

interface Tree extends Map<string, Tree | null> {}

function add(root: Tree, schema: TSchema, path: string): string | null {
  const names = path.split('.')
  let [tree, at]: [Tree | null, TSchema] = [root, schema]
  for (const [index, name] of names.entries()) {
    const known = memberNames(at)
    if (!known.includes(name)) {
      const owner = names.slice(0, index).join('.')
      const where = owner === '' ? 'The answer' : quoted(owner)
      return `${where} has no member ${quoted(name)}.${didYouMean(name, known)}`
    }
    at = memberOf(at, name)
    const isLast = index === names.length - 1
    const below: Tree | null = isLast ? null : (tree?.get(name) ?? new Map<string, Tree | null>())
    // Members chosen whole stay whole.
    if (tree !== null && tree.get(name) !== null) tree.set(name, below)
    tree = tree?.get(name) ?? null
  }
  return null
}

export function cut(value: unknown, chosen: Chosen | null): unknown {
  if (chosen === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cut(one, chosen))
  const members = value as Readonly<Record<string, unknown>>
  return Object.fromEntries([...chosen].map(([name, below]) => [name, cut(members[name], below)]))
}
