import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Ran, runCommand } from '../../test/command.ts'
import { placeMigrated } from '../../test/migrated-sqlite.ts'
import { hashOfSecret } from '../observations/owned-intakes.ts'
import { openStore } from '../store/open.ts'
import { intakesCommand } from './intakes.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-intakes-'))
  await placeMigrated(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const intakes = (...words: readonly string[]): Promise<Ran> =>
  runCommand(intakesCommand, words, { DATA_DIR: dataDir })

it.each([
  [[], 'create, list, show, map, rotate or revoke'],
  [['show'], 'does not know "show"'],
  [['create', '--unit', 'K'], '--unit is C or F'],
  [['list', '--al'], "Unknown option '--al'"]
])('of the arguments %j it says what is wrong before the usage', async (words, mistake) => {
  const { status, said } = await intakes(...words)
  expect([status, said.split('\n\n')[0]]).toEqual([64, expect.stringContaining(mistake)])
})

it('makes an intake, maps what it heard, rotates and revokes it', async () => {
  const { id, secret } = JSON.parse((await intakes('create', '--unit', 'C', '--json')).out)
  expect(secret).toMatch(/^[a-z0-9]{16}$/)
  const store = await openStore({ url: null, dataDir, now: 0 })
  const heard = {
    device: 'd1',
    field: 'temperature',
    lastValue: '1.5',
    unit: 'C',
    isIndoors: false,
    clock: null
  } as const
  await store.record.noteUpload(
    Number(id),
    { channels: [heard], refusals: [{ reason: 'clock', detail: 'Set it.' }] },
    0
  )
  expect((await intakes('show', id)).out).toMatch(/d1 +temperature +1\.5 +C .* not mapped\n\n.*\nclock +1 /)
  const mapping = ['map', id, 'temperature', '--kind', 'air_2m', '--location']
  expect(await intakes(...mapping, 'malatia')).toMatchObject({
    status: 1,
    said: expect.stringContaining('malatya')
  })
  expect((await intakes(...mapping, 'malatya')).status).toBe(0)
  expect(await store.record.channels(Number(id))).toMatchObject([
    { sensor: { place: { location: 'malatya' } } }
  ])
  expect((await intakes('map', id, 'other', '--kind', 'air_2m', '--location', 'malatya')).status).toBe(1)
  for (const unknown of ['99', `0${id}`, `${id}.0`, 'x'])
    expect((await intakes('rotate', unknown)).status, unknown).toBe(1)
  const rotated = JSON.parse((await intakes('rotate', id, '--json')).out)
  const found = async (one: string) => (await store.record.intakeOf(hashOfSecret(one)))?.seq ?? null
  expect([await found(secret), await found(rotated.secret)]).toEqual([null, Number(id)])
  expect((await intakes('revoke', id)).status).toBe(0)
  expect(await found(rotated.secret)).toBe(null)
  expect((await intakes('list')).out).toContain('operator')
  await store.close()
})
