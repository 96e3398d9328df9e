import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { longFiles, longOnPostgres } from './long-files.ts'
import { LongestFirst, longest } from './longest-first.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('begins each project with its longest files, and keeps Vitest’s order of the others', async () => {
  for (const name of longest) expect(existsSync(root + name), name).toBe(true)
  const [first = '', second = ''] = longest
  const durations: Readonly<Record<string, number>> = {
    ...{ [first]: 1, [second]: 2, 'test/short.test.ts': 3, 'test/longer.test.ts': 4, 'src/quick.test.ts': 5 }
  }
  const fileOf = (name: string) => ({
    moduleId: root + name,
    project: {
      name: name.startsWith('src') ? 'quick' : 'whole',
      config: { isolate: false, sequence: { groupOrder: 0 } }
    }
  })
  const cache = {
    getTestSpecificationResult: ({ moduleId }: { readonly moduleId: string }) => ({
      failed: false,
      duration: durations[moduleId.slice(root.length)]
    })
  }
  const sequencer = new LongestFirst({ cache } as never)
  const sorted = await sequencer.sort(Object.keys(durations).map(fileOf) as never)
  expect(sorted.map(({ moduleId }) => moduleId.slice(root.length))).toEqual([
    'src/quick.test.ts',
    first,
    second,
    'test/longer.test.ts',
    'test/short.test.ts'
  ])
})

it('has a file for each name of a long one', () => {
  const gone = [...longFiles, ...longOnPostgres].filter((name) => globSync(name, { cwd: root }).length === 0)
  expect(gone).toEqual([])
})
