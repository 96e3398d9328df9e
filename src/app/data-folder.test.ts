import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

describe('the folder of DATA_DIR', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ayaz-folder-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is made with what leads to it, and left as it is where it is there, by two at once too', async () => {
    const path = join(folder, 'a', 'b', 'c')
    expect(await Promise.all([makeDataFolder(path), makeDataFolder(path)])).toEqual([path, path])
    expect((await stat(path)).isDirectory()).toBe(true)
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect(await makeDataFolder(path)).toBe(path)
  })

  it.runIf(process.platform === 'linux')('is refused at once where the file system takes none', async () => {
    await expect(makeDataFolder('/proc/ayaz/data')).rejects.toThrow(
      'DATA_DIR /proc/ayaz/data cannot be made or written to (ENOENT). Set DATA_DIR'
    )
  })

  it('is refused where a file stands, or stands in the way', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(makeDataFolder(file)).rejects.toThrow('(ENOTDIR)')
    await expect(makeDataFolder(join(file, 'data'))).rejects.toThrow('(ENOTDIR)')
  })
})
