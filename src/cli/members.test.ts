/** `ayaz members` at a running service: a file in an encoding of spreadsheets, sent again, and the list of it. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ran, runCommand } from '../../test/command.ts'
import { openRealApp, type RealApp } from '../../test/contracts/http-alerts/real-app.ts'
import { openStore } from '../store/open.ts'
import { membersCommand } from './members.ts'

const key = 'a-key-of-a-cooperative'
let real: RealApp
let folder = ''
beforeAll(async () => {
  real = await openRealApp()
  folder = await mkdtemp(join(tmpdir(), 'ayaz-members-'))
  const now = Date.now()
  const store = await openStore({ ...real.app.data, now })
  const hash = createHash('sha256').update(key).digest('hex')
  await store.apiKeys.add({ id: 'coop', hash, tier: 'free', label: '', operator: true, createdAt: now })
  await store.close()
})
afterAll(async () => {
  await real.close()
  await rm(folder, { recursive: true })
})

const members = (...words: readonly string[]): Promise<Ran> =>
  runCommand(membersCommand, [...words, '--url', real.app.api], { AYAZ_KEY: key })

async function fileOf(name: string, text: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text, encoding)
  return path
}

it('imports the good rows in portions, names the faulty lines, and lists what is there', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `${index};malatya;feed;90;Bahçe ${index}`)
  // A second row of an id that stands in another portion is faulty, and changes nothing.
  const text = [
    'external_id;yer;kanal;eşik;ad',
    ...rows.slice(0, 3),
    '7x;malatia;feed;90;',
    ...rows.slice(3),
    '0;malatya;feed;50;'
  ]
  const file = await fileOf('uyeler.csv', `\uFEFF${text.join('\r\n')}`, 'utf16le')
  const dry = await members('import', file, '--dry-run', '--json')
  expect(JSON.parse(dry.out)).toEqual({
    dry_run: true,
    stored: 300,
    changed: 0,
    unchanged: 0,
    refused: 2,
    new_points: 1
  })
  const first = await members('import', file)
  expect([first.status, first.out]).toEqual([
    1,
    '300 new, 0 changed, 0 unchanged, 2 refused; 1 new points.\n'
  ])
  expect(first.said).toMatch(/^Line 5: .*"malatia".*\nLine 303: Line 2 has this external_id as well/)
  const again = await members('import', file, '--json')
  expect(JSON.parse(again.out)).toMatchObject({ stored: 0, changed: 0, unchanged: 300, refused: 2 })
  const list = JSON.parse((await members('list', '--json')).out) as readonly object[]
  expect(list).toHaveLength(300)
  expect((await members('list', '--label', 'bahce 299')).out).toMatch(
    /external_id .*\n299 +Bahçe 299 +malatya/
  )
  expect((await members('list', '--tag', 'none')).out).toBe('There are none.\n')
})

it('says what is wrong in the words of the service, and of the arguments', async () => {
  const wrong = await members('import', await fileOf('wrong.csv', 'external_id,treshold\n1,5\n'))
  expect([wrong.status, wrong.said]).toEqual([1, expect.stringContaining('Did you mean "threshold"?')])
  const other = await members('list', '--key', 'no-key')
  expect([other.status, other.said]).toEqual([1, expect.stringContaining('does not know the key')])
  for (const [words, mistake] of [
    [[], 'import FILE or list'],
    [['import'], 'Name one file'],
    [['list', 'x'], 'Name one file'],
    [['import', join(folder, 'none.csv')], 'There is no file']
  ] as const)
    expect(await members(...words)).toMatchObject({
      status: 64,
      said: expect.stringContaining(mistake) as unknown
    })
  const alone = await runCommand(membersCommand, ['list'], {})
  expect(alone).toMatchObject({ status: 64, said: expect.stringContaining('Give --url') as unknown })
})
