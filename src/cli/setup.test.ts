/** `ayaz setup` as somebody at a terminal, or a script, answers it. */
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { wordsIn } from '../language/language.ts'
import { openStore } from '../store/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'ayaz-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const key = 'marked-secret-key'

function setup(
  file: string,
  lang: string,
  lines: readonly string[]
): Promise<{ status: number; said: string }> {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    LANG: lang,
    DATA_DIR: join(folder, 'data'),
    // Nothing outside this machine is asked.
    OPEN_METEO_URL: 'http://127.0.0.1:1',
    SOURCES: 'open-meteo',
    METAR: 'off'
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, 'setup', file],
      { env: environment },
      (error, out, said) => resolve({ status: Number(error?.code ?? 0), said: out + said })
    )
    child.stdin?.end(lines.map((line) => `${line}\n`).join(''))
  })
}

describe.each([
  ['en', 'en_US.UTF-8', 'y'],
  ['tr', 'tr_TR.UTF-8', 'e']
] as const)('in %s', (lang, locale, yes) => {
  const words = wordsIn(lang).setup
  const file = join(folder, `${lang}.env`)

  it('asks again where an answer is refused, writes what holds, and changes nothing the second time', async () => {
    const store = await openStore({ url: null, dataDir: join(folder, 'data'), now: Date.now() })
    for (const { id } of await store.apiKeys.list()) await store.apiKeys.revoke(id, Date.now())
    await store.close()
    const answers = [
      'grower',
      'https://frost.example.org',
      `Grower's "own"`,
      'Kayısı Birliği',
      'me',
      'mailto:me@example.org',
      'me@example.org',
      '',
      key,
      'Nowherexyz',
      'Zzyyx Malatya',
      'Isparta',
      yes,
      ''
    ]
    const { status, said } = await setup(file, locale, answers)
    expect(said).toContain('SITE_URL')
    expect(said).toContain(words.unquotable)
    expect(said).toContain(words.noPlace('Nowherexyz', ''))
    expect(said).toContain('Zzyyx Malatya')
    expect(said).toContain(words.written(file))
    expect(said).toContain(words.end(`https://frost.example.org/${lang}/isparta`))
    expect(said).not.toContain(key)
    expect(status, said).toBe(0)
    const text = readFileSync(file, 'utf8')
    expect(text).toBe(
      `SITE_URL=https://frost.example.org\nOPERATOR_NAME='Kayısı Birliği'\nOPERATOR_CONTACT=mailto:me@example.org\n` +
        `MET_NORWAY_CONTACT=me@example.org\nOPEN_METEO_KEY=${key}\n`
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const again = await setup(file, locale, ['', '', '', '', '', '', 'Isparta', ''])
    expect(again.said).toContain(words.unchanged(file))
    expect(again.said).not.toContain(key)
    expect(again.status, again.said).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('writes nothing where the input ends in between', async () => {
    const other = join(folder, `${lang}-ended.env`)
    const { status, said } = await setup(other, locale, ['https://frost.example.org'])
    expect(said).toContain(words.ended)
    expect(status).toBe(1)
    expect(existsSync(other)).toBe(false)
  })
})

it.runIf(process.getuid?.() === 0)(
  'a later answer leaves the file to the group that may read it',
  async () => {
    const file = join(folder, 'of-a-group.env')
    writeFileSync(file, 'OPERATOR_NAME=Old\n', { mode: 0o640 })
    chownSync(file, 0, 65_534)
    await setup(file, 'en_US.UTF-8', ['', 'New', '', '', '', '', 'Isparta', '', ''])
    expect(readFileSync(file, 'utf8')).toBe('OPERATOR_NAME=New\n')
    const { gid, mode } = statSync(file)
    expect([gid, mode & 0o777]).toEqual([65_534, 0o640])
  }
)
