/** The scripts of `browser/`: TypeScript whose types are taken off once, at the start or by the build, served under names that change with their content. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { codeExtension } from '../common/code-extension.ts'

export interface BrowserScript {
  readonly text: string
  /** Changes with every change of the text, so that it may be kept for ever: `/assets/search-1a2b3c4d5e.js`. */
  readonly path: string
}

const folder = new URL('./browser/', import.meta.url)

/** One file of `browser/` by its name without the ending. */
export function browserScript(name: string): BrowserScript {
  const code = readFileSync(new URL(`${name}${codeExtension}`, folder), 'utf8')
  const text = compactScript(codeExtension === '.ts' ? stripTypeScriptTypes(code) : code)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
  return { text, path: `/assets/${name}-${hash}.js` }
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
