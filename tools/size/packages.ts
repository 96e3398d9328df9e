/** What `npm ci` brings, by the lock file and by what lies on the disk. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { megabytes } from './files.ts'

interface Locked {
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

/** What the service needs beyond Node: all that is neither for development only nor for one platform. */
export function productionPackages(root: string): { readonly packages: number; readonly mb: number } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional
  )
  const mb = megabytes(needed.reduce((sum, [path]) => sum + ownBytes(join(root, path)), 0))
  return { packages: needed.length, mb }
}

/** Without what programs have stored there since. */
export const installedMb = (root: string): number =>
  megabytes(bytesOf(join(root, 'node_modules'), (name) => name !== '.cache'))

/** On the disk. Without the packages below it, which the lock file names themselves. */
function ownBytes(folder: string): number {
  return bytesOf(folder, (name) => name !== 'node_modules')
}

function bytesOf(folder: string, isWanted: (name: string) => boolean = () => true): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isWanted(name))
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? bytesOf(path) : lstatSync(path).blocks * 512)
    }, 0)
}
