/** The documents say what is there: the table is the configuration, links lead to files and sections. */
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allVariables } from '../src/app/configuration.ts'
import { renderMarkdown } from '../src/site/documents/documents.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
/** With WRITE_README=1 the test writes what it found into the documents; without, it compares. */
const isWriting = process.env['WRITE_README'] === '1'

async function holds(file: string, section: string, text: string): Promise<void> {
  const path = pathOf(file)
  const document = await readFile(path, 'utf8')
  const [before = '', rest = ''] = document.split(`<!-- ${section} -->\n`)
  const [found = '', after = ''] = rest.split(`<!-- /${section} -->`)
  if (isWriting) await writeFile(path, `${before}<!-- ${section} -->\n${text}<!-- /${section} -->${after}`)
  else expect(found).toBe(text)
}

/** The anchors that the site gives to the sections of a document. */
async function anchorsOf(file: string): Promise<readonly string[]> {
  const text = await readFile(pathOf(file), 'utf8')
  const { main } = renderMarkdown(text, { link: () => null, picture: () => null })
  return Array.from(String(main).matchAll(/<h\d id="([^"]+)"/g), ([, id = '']) => id)
}

describe('the documents', () => {
  it('name every secret that may be in a file', async () => {
    const [, paragraph = ''] = (await readFile(pathOf('docs/configuration.md'), 'utf8')).split(
      '\nA secret may be'
    )
    const [named = ''] = paragraph.split('\n\n')
    for (const { name } of allVariables.filter(({ secret }) => secret)) expect(named).toContain(`\`${name}\``)
  })

  it('list every variable of the configuration', async () => {
    const rows = allVariables.map((variable) => {
      const standard = variable.default
      const shown =
        standard === null || (Array.isArray(standard) && standard.length === 0)
          ? '–'
          : typeof standard === 'boolean'
            ? standard
              ? 'yes'
              : 'no'
            : `\`${String(standard)}\``
      const allowed = variable.allowed.en.replace(/^a whole number from /, '')
      return `| \`${variable.name}\` | ${shown} | ${allowed} | ${variable.description} |`
    })
    await holds(
      'docs/configuration.md',
      'configuration',
      `\n| variable | default | allowed | what it is |\n|---|---|---|---|\n${rows.join('\n')}\n\n`
    )
  })

  it('decide on at most 34 pages of at most 300 words, each with a question and a line of the index', async () => {
    const folder = pathOf('docs/decisions/')
    const pages = (await readdir(folder)).filter((name) => name !== 'README.md')
    expect(pages.length).toBeLessThanOrEqual(34)
    const index = await readFile(join(folder, 'README.md'), 'utf8')
    expect(new Set(pages.map((page) => Number.parseInt(page, 10))).size).toBe(pages.length)
    for (const page of pages) {
      const text = await readFile(join(folder, page), 'utf8')
      const question = /^# (.+\?)\n/.exec(text)?.[1]
      expect(question, page).toBeDefined()
      expect(text.split(/\s+/).length, page).toBeLessThanOrEqual(301)
      expect(index).toContain(`| ${Number.parseInt(page, 10)} | [${question}](${page}) |`)
    }
  })

  it('link only what is there, files and sections', async () => {
    const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md']
    for (const folder of ['docs', 'docs/decisions', 'docs/verification'])
      for (const name of await readdir(pathOf(folder)))
        if (name.endsWith('.md')) files.push(`${folder}/${name}`)
    const broken: string[] = []
    for (const file of files) {
      const text = await readFile(pathOf(file), 'utf8')
      for (const [, target = '', section] of text.matchAll(
        /\]\((?![a-z]+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g
      )) {
        const linked = target === '' ? file : join(dirname(file), target)
        if (!existsSync(pathOf(linked))) broken.push(`${file}: ${target}`)
        else if (section !== undefined && !(await anchorsOf(linked)).includes(section))
          broken.push(`${file}: ${target}#${section}`)
      }
    }
    expect(broken).toEqual([])
  })
})
