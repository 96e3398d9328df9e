/** The commands of the README, typed as they stand there, beside an Open-Meteo on loopback. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { documentedBlocks, documentedCommands } from '../documented/commands.ts'
import { openShell } from '../documented/shell.ts'
import { onFreePort } from '../free-port.ts'
import { startUpstream } from '../upstream/upstream.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('every block of the documents says what it is written in', () => {
  expect(documentedBlocks().filter(({ language }) => language === '')).toEqual([])
})

it('runs every command of the README', async () => {
  const upstream = await startUpstream()
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-readme-'))
  let stop = (): void => undefined
  try {
    await onFreePort(async (port) => {
      const sources = Object.entries(upstream.environment).filter(([name]) => name.startsWith('OPEN_METEO'))
      const settings = { METAR: 'off', DATA_DIR: join(folder, 'data'), PORT: String(port) }
      const shell = openShell(root, join(folder, 'home'), { ...Object.fromEntries(sources), ...settings })
      for (const { text } of documentedCommands().filter(({ file }) => file === 'README.md')) {
        const typed = text
          // The registry is left to the drill `commands`.
          .replace('npm ci --omit=dev && ', '')
          .replaceAll('localhost:8080', `localhost:${port}`)
        if (!typed.endsWith('npm start')) {
          expect({ typed, ...(await shell.type(typed)) }).toMatchObject({ typed, status: 0 })
          continue
        }
        const service = shell.start(typed)
        stop = service.stop
        await expect
          .poll(() =>
            fetch(`http://localhost:${port}/readyz`).then(
              ({ status }) => status,
              () => 0
            )
          )
          .toBe(200)
      }
    })
    expect(upstream.violations).toEqual([])
    expect(upstream.count('open-meteo')).toBeGreaterThan(0)
  } finally {
    stop()
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
