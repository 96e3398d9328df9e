import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { codeExtension } from '../common/code-extension.ts'

export interface BrowserScript {
  readonly text: string
  /** Changes with every change of the text, so that it may be cached for ever: `/assets/search-1a2b3c4d5e.js`. */
  readonly path: string
}

const folder = new URL('./browser/', import.meta.url)

/** Files of `browser/` by their names without the ending, joined, each in a separate block. */
export function browserScript(...names: readonly [string, ...string[]]): BrowserScript {
  const [first, ...more] = names
  const text = more.length === 0 ? textOf(first) : names.map((name) => `{\n${textOf(name)}\n}`).join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
  return { text, path: `/assets/${names.join('-')}-${hash}.js` }
}

/** Taking off the types is the dearest part of a start, and several scripts share a file. */
const texts = new Map<string, string>()

function textOf(name: string): string {
  const known = texts.get(name)
  if (known !== undefined) return known
  const code = readFileSync(new URL(`${name}${codeExtension}`, folder), 'utf8')
  const text = compactScript(codeExtension === '.ts' ? stripTypeScriptTypes(code) : code)
  texts.set(name, text)
  return text
}

/** A script without lines of comment, indentation and empty lines. None of ours holds a text that spans lines. */
export function compactScript(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|\/\*|\*)/.test(line))
    .map((line) => line.replace(/ {2,}/g, ' '))
    .join('\n')
}
