/** A member's name as one token of a JSON pointer, with its slash (RFC 6901 §3): `a/b` → `/a~1b`. */
export function pointerToken(member: string): string {
  return `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function valueAt(value: unknown, pointer: string): unknown {
  let at = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return at
}
