/** What the world outside saw: one JSON line each, synced to the disk before the next thing happens. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export type JournalLine =
  | { readonly what: 'asked'; readonly key: string }
  | { readonly what: 'answered'; readonly key: string; readonly id: string }
  | {
      readonly what: 'received'
      readonly messageId: string
      readonly attempt: number
      readonly subscriptionId: string
      readonly kind: string
      readonly nights: number
    }
  | { readonly what: 'killed'; readonly point: string }
  | { readonly what: 'lived'; readonly number: number }

/** The lines of each life that was not killed, oldest first. */
export function livedThrough(lines: readonly JournalLine[]): readonly (readonly JournalLine[])[] {
  const lives: JournalLine[][] = [[]]
  for (const line of lines) {
    lives.at(-1)?.push(line)
    if (line.what === 'killed' || line.what === 'lived') lives.push([])
  }
  return lives.filter((life) => life.at(-1)?.what === 'lived')
}

/** Adds a line. */
export function writeLine(path: string, line: JournalLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`, { flush: true })
}

/** All lines so far; none where there is no journal yet. */
export function readJournal(path: string): readonly JournalLine[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalLine)
}
