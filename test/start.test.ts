/** What each command loads before it does anything: a package that is not needed at once would delay every start. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** Everything but types is loaded; `import()` is loaded later. */
const loading = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?['"]([^'"]+)['"]/gm

interface Loaded {
  readonly packages: readonly string[]
  /** Modules of Node. */
  readonly builtins: readonly string[]
  /** Own files without the parts of the catalogue, which each language loads whole. */
  readonly files: readonly string[]
}

/** The packages, the modules of Node and the own files that a file loads with all that it imports. */
function loadedBy(entry: string): Loaded {
  const files = new Set<string>()
  const packages = new Set<string>()
  const builtins = new Set<string>()
  const load = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    if (!file.endsWith('.ts')) return
    for (const [statement, name = ''] of readFileSync(file, 'utf8').matchAll(loading)) {
      const hasValue = !/^import \{[^}]*\}/.test(statement) || /[{,]\s*(?!type\b)\w/.test(statement)
      if (!hasValue) continue
      if (name.startsWith('node:')) builtins.add(name)
      else if (name.startsWith('.')) load(join(file, '..', name))
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  load(join(src, entry))
  const own = [...files].filter((file) => !/\/language\/\w+\//.test(file))
  return { packages: [...packages].sort(), builtins: [...builtins].sort(), files: own }
}

it('the service loads no package that its first answer does not need', () => {
  expect(loadedBy('cli/serve.ts').packages).toEqual([
    'd3-scale',
    'find-my-way',
    'ipaddr.js',
    'kysely',
    'lru-cache',
    'marked',
    'pino',
    'prom-client',
    'suncalc',
    'typebox'
  ])
})

it('the service imports no module of Node that loads its client of fetch: that takes 16 MB and 80 ms', () => {
  const { builtins } = loadedBy('cli/serve.ts')
  expect(builtins).toContain('node:net')
  expect(builtins).not.toContain('node:http')
})

it('ayaz frost loads neither web server, pages nor clients of other servers', () => {
  expect(loadedBy('cli/frost.ts').packages).toEqual([
    'ipaddr.js',
    'kysely',
    'lru-cache',
    'suncalc',
    'typebox'
  ])
})

it('ayaz places loads no package and few files', () => {
  const { packages, files } = loadedBy('cli/places.ts')
  expect(packages).toEqual([])
  expect(files.length, files.join('\n')).toBeLessThan(20)
})

it('ayaz --help loads no package', () => {
  expect(loadedBy('main.ts').packages).toEqual([])
})
