/** Finds a member that is twice in one object of a JSON text: the last one would silently replace the first. */

import { pointerToken } from './json-pointer.ts'

/** The pointer of a repeated member, null where there is none; in linear time. @param text that `JSON.parse` takes */
export function repeatedMember(text: string): string | null {
  const open: Open[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    const inside = open.at(-1)
    if (letter === '{') open.push({ names: new Set(), name: '', isName: true })
    else if (letter === '[') open.push({ names: null, name: 0, isName: false })
    else if (letter === '}' || letter === ']') open.pop()
    else if (letter === ',' && inside !== undefined) goOn(inside)
    else if (letter === '"') {
      const end = endOfString(text, at)
      if (inside?.isName === true && !take(inside, text.slice(at, end + 1))) return pointerTo(open)
      at = end
    }
  }
  return null
}

interface Open {
  /** Names of members so far; null: it is a list. */
  readonly names: Set<string> | null
  name: string | number
  isName: boolean
}

function goOn(inside: Open): void {
  if (typeof inside.name === 'number') inside.name += 1
  inside.isName = inside.names !== null
}

/** Takes a name; false where the object has it already. */
function take(inside: Open, written: string): boolean {
  const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1)
  inside.isName = false
  inside.name = name
  if (inside.names?.has(name) === true) return false
  inside.names?.add(name)
  return true
}

/** Where a text that begins at `from` ends: at the next quotation mark that is not escaped. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function pointerTo(open: readonly Open[]): string {
  return open.map(({ name }) => pointerToken(String(name))).join('')
}
