/** What Kubernetes publishes of its objects, read by the package `kubernetes-models`, and `deploy/kubernetes/`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = [join(root, 'node_modules/typescript-native/bin/tsc'), '--singleThreaded']
const run = promisify(execFile)

/** Edits of a file, of which each must be refused. */
const mistakes: Readonly<Record<string, readonly [file: string, from: string, to: string]>> = {
  'a misspelt field': ['deployment.yaml', 'readOnlyRootFilesystem', 'readOnlyRootFileSystem'],
  'a misspelt field of a probe': ['worker.yaml', 'failureThreshold', 'failureTreshold'],
  'a field of another object': ['service.yaml', 'selector:', 'matchLabels:'],
  'text for a number': ['deployment.yaml', 'replicas: 2', "replicas: '2'"],
  'a fraction of a pod': ['worker.yaml', 'replicas: 1', 'replicas: 1.5'],
  'a number for the text of a variable': ['deployment.yaml', "value: '10'", 'value: 10'],
  'a map for a list': ['worker.yaml', 'drop: [ALL]', 'drop: { ALL: true }'],
  'a path without its type': ['ingress.yaml', 'pathType: Prefix', ''],
  'a version that there never was': ['disruption-budget.yaml', 'policy/v1', 'policy/v0']
}

let folder: string
/** By the name of an object or a mistake: what is wrong with it. */
const faults = new Map<string, readonly string[]>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-kubernetes-'))
  const objects = join(root, 'deploy/kubernetes')
  const texts = new Map<string, string>()
  for (const name of await readdir(objects)) texts.set(name, await readFile(join(objects, name), 'utf8'))
  // Kustomize publishes no schema that a package has; the tests of deploy/ hold its list against the folder.
  texts.delete('kustomization.yaml')
  for (const [name, [file, from, to]] of Object.entries(mistakes)) {
    const text = texts.get(file) ?? ''
    expect(text).toContain(from)
    texts.set(name, text.replace(from, to))
  }
  const compiled = await compile(texts)
  for (const [name, text] of texts)
    faults.set(name, [...(await refusals(text)), ...(compiled.get(name) ?? [])])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the compiled schema of the object's kind and version refuses: types, ranges, what is missing. */
async function refusals(text: string): Promise<readonly string[]> {
  const object = parse(text)
  try {
    const { [object.kind]: Model } = await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)
    new Model(object).validate()
    return []
  } catch (error) {
    return [String(error)]
  }
}

/**
 * What the types of the same schemas refuse. Kubernetes lets a schema pass over fields that it does not name, and drops
 * them; a type does not.
 */
async function compile(texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = [...texts.keys()]
  for (const [index, text] of [...texts.values()].entries()) {
    const object = parse(text)
    const program = `import type { I${object.kind} } from 'kubernetes-models/${object.apiVersion}/${object.kind}'
export const object: I${object.kind} = ${JSON.stringify(object)}`
    await writeFile(join(folder, `${index}.ts`), program)
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    types: [],
    skipLibCheck: true
  }
  const files = names.map((_, index) => `${index}.ts`)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = await run(process.execPath, [...compiler, '-p', folder], { cwd: folder }).catch(
    (failure) => failure
  )
  const found = new Map<string, readonly string[]>()
  for (const line of String(stdout).split('\n').filter(Boolean)) {
    // What explains a fault is indented below it.
    if (/^\s/.test(line)) continue
    const [, index] = /^(\d+)\.ts\(/.exec(line) ?? []
    const name = index === undefined ? 'the compiler' : (names[Number(index)] ?? '')
    found.set(name, [...(found.get(name) ?? []), line])
  }
  return found
}

describe('the published schemas', () => {
  it('take every object of deploy/kubernetes', () => {
    const objects = [...faults].filter(([name]) => name.endsWith('.yaml'))
    expect(objects).toHaveLength(6)
    for (const object of objects) expect(object).toEqual([object[0], []])
  })

  it.each(Object.keys(mistakes))('refuse %s', (name) => {
    expect(faults.get(name)).not.toEqual([])
  })
})
