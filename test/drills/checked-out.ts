import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with these paths of a commit, beside the packages of this tree; who asks for it removes it. */
export function checkedOut(commit: string, paths: readonly string[]): string {
  const tree = mkdtempSync(join(tmpdir(), 'ayaz-tree-'))
  const archive = execFileSync('git', ['archive', commit, ...paths], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
