/** `npm run size [checkout]`: how big this house is. The checkout needs its `node_modules`. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { countCode } from './code.ts'
import {
  isDecision,
  isDocument,
  isService,
  linesOf,
  textFiles,
  tokensOf,
  trackedMb,
  wideLines,
  wordsOf
} from './files.ts'
import { countImports, cruise } from './imports.ts'
import { installedMb, productionPackages } from './packages.ts'

const root = realpathSync(process.argv[2] ?? '.')
const files = textFiles(root)
const service = files.filter(({ path }) => isService(path))
const decisions = files.filter(({ path }) => isDecision(path))
const documents = files.filter(({ path }) => isDocument(path))
const code = countCode(service.map(({ path }) => join(root, path)))
const { folderPairs, singleImporters } = countImports(cruise(root))
const production = productionPackages(root)
const total = (measure: (text: string) => number, of = files): number =>
  of.reduce((sum, { text }) => sum + measure(text), 0)

const rows: readonly (readonly [string, string | number])[] = [
  ['src without tests: lines / files', `${total(linesOf, service)} / ${service.length}`],
  ['src without tests: tokens', code.tokens],
  ['import statements / comment lines', `${code.imports} / ${code.commentLines}`],
  ['export … from', code.reExports],
  ['files with one importer that no registry lists', singleImporters.length],
  ['exports used by one file / exports', `${code.exportsUsedByOneFile} / ${code.exports}`],
  ['exported types / types with "Night"', `${code.exportedTypes} / ${code.nightTypes}`],
  ['folders that import each other [pairs]', `${folderPairs.length} ${folderPairs.join(', ')}`],
  ['lines over 120 columns, not generated, no catalogue', wideLines(files)],
  ['decisions / their words', `${decisions.length} / ${total(wordsOf, decisions)}`],
  ['words of the documents', total(wordsOf, documents)],
  ['production packages / MB beyond Node', `${production.packages} / ${production.mb}`],
  ['tracked MB / node_modules MB', `${trackedMb(root)} / ${installedMb(root)}`],
  ['all tracked text: files / lines / tokens', `${files.length} / ${total(linesOf)} / ${total(tokensOf)}`]
]
for (const [name, value] of rows) console.log(`${name.padEnd(52)} ${value}`)
