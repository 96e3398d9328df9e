/** The state diagrams of the documents (mermaid), as lists of their edges. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `from --> to: what happens`; a label may name several events, separated by `, `. */
export function edgesOf(document: string, heading: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const [, section = ''] = text.split(`\n### ${heading}\n`)
  const [, diagram] = /```mermaid\nstateDiagram-v2\n([^`]+)```/.exec(section.split('\n### ')[0] ?? '') ?? []
  if (diagram === undefined) throw new Error(`${document} has no state diagram under "${heading}"`)
  const edges = diagram
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, from, to, label] = /^ +(\S+) --> (\S+): (.+)$/.exec(line) ?? []
      if (label === undefined) throw new Error(`Not an edge: ${line}`)
      return label.split(', ').map((event) => `${from} --> ${to}: ${event}`)
    })
  return edges.toSorted()
}
