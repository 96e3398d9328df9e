/** Bundles the program: every module it runs and every file it reads, without `node_modules` and without types. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type BuildResult, build, type Metafile, type Plugin } from 'esbuild'
import { inAscii } from './ascii.ts'
import { checkImports } from './commonjs-imports.ts'

/** What starts by its own path: the program and its threads. Names in `lib` without extension, and their sources. */
export const programEntries: Readonly<Record<string, string>> = {
  main: 'src/main.ts',
  'store/sqlite-thread': 'src/store/sqlite-thread.ts',
  'store/integrity-thread': 'src/store/integrity-thread.ts',
  'observations/evening-laws/refit-thread': 'src/observations/evening-laws/refit-thread.ts',
  'observations/series/logger-thread': 'src/observations/series/logger-thread.ts',
  'cli/observe/thread-main': 'src/cli/observe/thread-main.ts'
}
/** Folders of `src` that hold what is read while the service runs. */
const dataFolders = ['places/table', 'site/style', 'site/icons', 'site/picture/fonts']

/** Packages of CommonJS look for `require`. */
const banner = [
  "import { createRequire as requireFrom } from 'node:module'",
  'const require = requireFrom(import.meta.url)'
].join('\n')

/**
 * Writes `lib/` into the folder `to`.
 * @param entries what is bundled, as `programEntries`
 * @returns what went into each file
 * @throws where a module would look for its files in a wrong folder, or for a member that an import does not give
 */
export async function bundle(root: string, to: string, entries = programEntries): Promise<Metafile> {
  const src = join(root, 'src')
  const lib = join(to, 'lib')
  const { metafile } = await esbuild(src, lib, entries)
  checkPlaces(metafile, root, lib)
  checkImports(metafile, root)
  for (const output of Object.keys(metafile.outputs)) {
    const file = join(root, output)
    writeFileSync(file, inAscii(readFileSync(file, 'utf8')))
  }
  for (const folder of dataFolders) cpSync(join(src, folder), join(lib, folder), { recursive: true })
  stripBrowserCode(join(src, 'site/browser'), join(lib, 'site/browser'))
  return metafile
}

function esbuild(
  src: string,
  lib: string,
  entries: Readonly<Record<string, string>>
): Promise<BuildResult<{ readonly metafile: true }>> {
  return build({
    entryPoints: { ...entries },
    absWorkingDir: dirname(src),
    outdir: lib,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    charset: 'ascii',
    // Names stay, so that stack traces of a fault can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: banner },
    plugins: [ownPlaces(src)],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning'
  })
}

/** Every module finds its files as if it lay in `lib` where it lies in `src`. */
function ownPlaces(src: string): Plugin {
  return {
    name: 'own places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8')
        if (!path.startsWith(src) || !text.includes('import.meta.url')) return null
        const place = JSON.stringify(`./${relative(src, path).replace(/\.ts$/, '.js')}`)
        const contents = text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        return { contents, loader: 'ts' }
      })
    }
  }
}

/** `import.meta.url` above is that of a file directly in `lib`: only those may hold modules that use it. */
function checkPlaces({ outputs }: Metafile, root: string, lib: string): void {
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (dirname(join(root, output)) === lib) continue
    const lost = Object.keys(inputs).filter((input) =>
      readFileSync(join(root, input), 'utf8').includes('import.meta.url')
    )
    if (lost.length > 0)
      throw new Error(`${output} holds ${lost.join(', ')}, which would not find its files.`)
  }
}

function stripBrowserCode(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((one) => one.endsWith('.ts'))) {
    const code = stripTypeScriptTypes(readFileSync(join(from, name), 'utf8'))
    writeFileSync(join(to, `${basename(name, '.ts')}.js`), code)
  }
}
