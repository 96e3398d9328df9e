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
