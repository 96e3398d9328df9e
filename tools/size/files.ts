/** What can be counted of a checkout without reading its code. */
import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Every tracked file that is text: it has no zero byte. */
export function textFiles(root: string): readonly TextFile[] {
  return trackedPaths(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return text.includes('\0') ? [] : [{ path, text }]
  })
}

/** Size of all tracked files [MB]. */
export const trackedMb = (root: string): number =>
  megabytes(trackedPaths(root).reduce((sum, path) => sum + lstatSync(join(root, path)).size, 0))

export const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10
export const linesOf = (text: string): number => (text.match(/[^\n]*\n|[^\n]+$/gu) ?? []).length
/** Words and single marks, which no line break changes. */
export const tokensOf = (text: string): number => text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0
export const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length
export const isService = (path: string): boolean => /^src\/.*(?<!\.test)\.ts$/u.test(path)
export const isDecision = (path: string): boolean => /^docs\/decisions\/[^/]+\.md$/u.test(path)
/** A document that people read; decisions are counted by themselves. */
export const isDocument = (path: string): boolean => /^docs\/[^/]+\.md$/u.test(path)

/** Lines of code that no screen shows whole. Generated files and catalogues of texts are left out. */
export function wideLines(files: readonly TextFile[]): number {
  const isCounted = ({ path, text }: TextFile): boolean =>
    isService(path) &&
    !/^src\/language\/(en|tr)\b/u.test(path) &&
    !/^\W+Made by `npm run/u.test(text.slice(0, 99))
  return files.filter(isCounted).reduce((sum, { text }) => sum + text.split('\n').filter(isWide).length, 0)
}

const isWide = (line: string): boolean => line.length > 120

function trackedPaths(root: string): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return list.split('\0').filter((path) => path !== '')
}
