/** The shell commands that the documents tell a reader to type. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface DocumentedCommand {
  /** Relative to the project. */
  readonly file: string
  /** As it is typed: with its continued lines and its comment. */
  readonly text: string
}

/** Every fenced block of the documents a reader follows: its language ('' where it has none) and its text. */
export function documentedBlocks(): readonly {
  readonly file: string
  readonly language: string
  readonly text: string
}[] {
  const files = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root }).toSorted()]
  return files.flatMap((file) => {
    const document = readFileSync(`${root}${file}`, 'utf8')
    return [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
      file,
      language,
      text
    }))
  })
}

/** The commands of all blocks in `sh`, in their order. */
export function documentedCommands(): readonly DocumentedCommand[] {
  const blocks = documentedBlocks().filter(({ language }) => language === 'sh')
  return blocks.flatMap(({ file, text }) =>
    text
      .split(/(?<!\\)\n/)
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ({ file, text: line }))
  )
}
