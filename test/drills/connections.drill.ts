/**
 * 10,000 idle connections: what each costs, and what everybody else notices of them. As `npm run bench --
 * connections` sees it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { printFigures } from './figures.ts'

it('10,000 idle connections stay open and keep nobody else waiting', async () => {
  const bench = spawn('npm', ['run', 'bench', '--', 'connections'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [status]] = await Promise.all([text(bench.stdout), once(bench, 'exit')])
  const gates = printed.matchAll(/^[✓✗] (.+): (\S+) \(at most/gm)
  printFigures(
    'connections',
    Object.fromEntries([...gates].map(([, name = '', value]) => [name, Number(value)]))
  )
  expect(status, printed).toBe(0)
})
