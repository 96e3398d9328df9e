/** A member's name as one token of a JSON pointer, with its slash (RFC 6901 §3): `a/b` → `/a~1b`. */
export function pointerToken(member: string): string {
  return `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
