/**
 * The same program with escapes for letters beyond ASCII, also in templates and regular expressions, where esbuild
 * leaves them: one such letter, and Node holds the whole file in memory with two bytes a letter.
 * @throws where the escape would mean something else: after a backslash, or in a raw template
 */
export function inAscii(code: string): string {
  const [raw] = /String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.exec(code) ?? []
  if (raw !== undefined) throw new Error(`This cannot be written in ASCII: ${raw}`)
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
