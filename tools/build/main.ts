/** `npm run build`: the whole program in `dist/`, a package that needs no other one. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { writeCommands } from './commands.ts'
import { licencesOf } from './licences.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const to = process.argv[2] ?? join(root, 'dist')

rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
const metafile = await bundle(root, to)
for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'deploy'])
  cpSync(join(root, name), join(to, name), { recursive: true })
writeCommands(root, to)
writeFileSync(join(to, 'THIRD-PARTY-LICENCES.txt'), licencesOf(metafile, root))
const { name, version, description, license, type, engines, bin, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8')
)
const manifest = {
  name,
  version,
  description,
  license,
  // The release job knows where it is.
  ...(process.env['GITHUB_REPOSITORY'] && {
    repository: { type: 'git', url: `git+https://github.com/${process.env['GITHUB_REPOSITORY']}.git` }
  }),
  publishConfig: { access: 'public' },
  type,
  engines,
  bin,
  optionalDependencies
}
writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
