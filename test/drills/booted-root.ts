/** systemd as the first process of a bare root, in namespaces of its own; the network is that of the machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { patience } from '../patience.ts'

export interface Booted {
  /** What a command is begun with to run there. */
  readonly enter: readonly string[]
  readonly stop: () => Promise<void>
}

const groups = '/sys/fs/cgroup'
/** Older machines have a hierarchy for each controller, and one for systemd alone. */
const isOld = existsSync(join(groups, 'systemd'))
const hierarchies = isOld ? ['systemd', 'memory', 'pids'] : ['']

/** What systemd finds mounted, as in a container. */
function script(root: string, group: string): string {
  const at = (path: string) => join(root, path)
  const cgroups = isOld
    ? [
        `mount -t tmpfs tmpfs ${at(groups)}`,
        `mkdir ${hierarchies.map((name) => at(`${groups}/${name}`)).join(' ')}`,
        `mount -t cgroup -o none,name=systemd cgroup ${at(`${groups}/systemd`)}`,
        ...['memory', 'pids'].map((name) => `mount -t cgroup -o ${name} cgroup ${at(`${groups}/${name}`)}`)
      ]
    : [`mount -t cgroup2 cgroup2 ${at(groups)}`]
  const inside = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${at('proc')}`,
    `mount -t tmpfs tmpfs ${at('run')}`,
    `mount -t sysfs -o ro sysfs ${at('sys')}`,
    ...cgroups,
    `mount --rbind /dev ${at('dev')}`,
    `cd ${root}`,
    'mkdir -p old',
    'pivot_root . old',
    'umount -l /old',
    'exec env -i container=drill PATH=/usr/sbin:/usr/bin /lib/systemd/systemd'
  ].join(' && ')
  const joined = hierarchies.map((name) => `echo $$ >${join(groups, name, group)}/cgroup.procs`)
  const namespaces = '--pid --mount --cgroup --uts --ipc --fork --kill-child'
  return `${joined.join(' && ')} && exec unshare ${namespaces} sh -c '${inside}'`
}

/** Resolves when systemd has started all that is enabled. */
export async function boot(root: string): Promise<Booted> {
  const group = `ayaz-drill-${process.pid}`
  for (const name of hierarchies) mkdirSync(join(groups, name, group), { recursive: true })
  const unshared: ChildProcess = spawn('sh', ['-c', script(root, group)], { stdio: 'ignore' })
  const first = (): string => {
    const children = `/proc/${unshared.pid}/task/${unshared.pid}/children`
    return existsSync(children) ? readFileSync(children, 'utf8').trim() : ''
  }
  await vi.waitFor(() => expect(first()).not.toBe(''), patience)
  const enter = ['nsenter', '-t', first(), '-p', '-m', '-C', '-u', '-i', '-r', '-w']
  const state = (): string => {
    try {
      return execFileSync(enter[0] ?? '', [...enter.slice(1), 'systemctl', 'is-system-running'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore']
      }).trim()
    } catch {
      return 'not yet'
    }
  }
  await vi.waitFor(() => expect(state()).toBe('running'), patience)
  return {
    enter,
    stop: async () => {
      const ended = once(unshared, 'exit')
      unshared.kill('SIGKILL')
      await ended
      // With those that systemd has made in it; its processes end after the first one.
      const remove = (name: string) =>
        execFileSync('find', [join(groups, name, group), '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+'])
      for (const name of hierarchies) await vi.waitFor(() => remove(name), patience)
    }
  }
}
