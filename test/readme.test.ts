/**
 * The documents show what really happens: the answer is what the service answered, the table is the configuration there
 * is.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allVariables } from '../src/config/configuration.ts'
import { startApp } from './app.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))
/** With WRITE_README=1 the test writes what it found into the documents; without, it compares. */
const isWriting = process.env['WRITE_README'] === '1'

/** An evening in the season of apricot blossom. */
const evening = Date.parse('2026-04-11T17:30:00Z')

async function holds(file: string, section: string, text: string): Promise<void> {
  const path = pathOf(file)
  const document = await readFile(path, 'utf8')
  const [before = '', rest = ''] = document.split(`<!-- ${section} -->\n`)
  const [found = '', after = ''] = rest.split(`<!-- /${section} -->`)
  if (isWriting) await writeFile(path, `${before}<!-- ${section} -->\n${text}<!-- /${section} -->${after}`)
  else expect(found).toBe(text)
}

/** JSON as a person would break it: what fits on a line stays on one. */
function readable(value: unknown, indent = ''): string {
  const whole = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || whole.length + indent.length <= 110) return whole
  const deeper = `${indent}  `
  const inner = Array.isArray(value)
    ? value.map((one) => deeper + readable(one, deeper))
    : Object.entries(value).map(([name, one]) => `${deeper}"${name}": ${readable(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${inner.join(',\n')}\n${indent}${close}`
}

describe('the documents', () => {
  it('show the answer that the curl line of the README gets', async () => {
    const readme = await readFile(pathOf('README.md'), 'utf8')
    const target = /^curl 'http:\/\/localhost:8080([^']+)'$/m.exec(readme)?.[1]
    const app = await startApp({
      environment: { SOURCES: 'demo', SITE_URL: 'http://localhost:8080' },
      clock: () => evening
    })
    try {
      const answer = await fetch(`${app.origin}${target}`)
      expect(answer.status).toBe(200)
      await holds('docs/api.md', 'answer', `\n\`\`\`json\n${readable(await answer.json())}\n\`\`\`\n\n`)
    } finally {
      await app.close()
    }
  })

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
      return `| \`${variable.name}\` | ${shown} | ${variable.allowed.en} | ${variable.description} |`
    })
    await holds(
      'docs/configuration.md',
      'configuration',
      `\n| variable | default | allowed | what it is |\n|---|---|---|---|\n${rows.join('\n')}\n\n`
    )
  })
})
