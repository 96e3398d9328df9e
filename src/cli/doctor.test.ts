import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { machineEnvironment } from '../../test/machine-environment.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

function doctor(
  environment: Readonly<Record<string, string>>,
  command = 'doctor',
  flags: readonly string[] = []
): Promise<{ readonly code: unknown; readonly text: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...machineEnvironment(), ...environment } }
    execFile(process.execPath, [...flags, main, command], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr })
    )
  })
}

it('a misspelt command is answered with the one that was meant', async () => {
  const { code, text } = await doctor({}, 'frots')
  expect(code).toBe(64)
  expect(text).toContain('There is no command "frots". Did you mean "ayaz frost"?')
})

it('says every mistake of the configuration with its remedy, and never a password', async () => {
  const { code, text } = await doctor({
    SITE_URL: 'https://somebody:s3cret@weather.example.org',
    WIDGETS_FILE: '/nonexistent/widgets.json',
    CHANNELS_FILE: '/nonexistent/channels.json',
    METRICS_TOKEN: 's3cret',
    PORT: 'abc'
  })
  expect(code).toBe(1)
  expect(text).toContain('SITE_URL = https://(not shown)@weather.example.org')
  expect(text).not.toContain('s3cret')
  for (const name of [
    'SITE_URL has a user name',
    'file of WIDGETS_FILE',
    'file of CHANNELS_FILE, /nonexistent/channels.json, cannot be read \\(ENOENT\\)',
    'METRICS_TOKEN has fewer',
    'PORT is "abc"'
  ])
    expect(text).toMatch(new RegExp(`✗ configuration: .*${name}.*\\n +→ \\S`))
})

it('says of each unknown name in the file of settings that it is none, and of others what was meant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-doctor-'))
  const file = join(folder, 'ayaz.env')
  writeFileSync(file, 'ROLE=api\nFROST_MODE=on\n')
  for (const command of ['doctor', 'serve']) {
    const { text } = await doctor({ DATABASE_ULR: 'postgres://marked@localhost/ayaz' }, command, [
      `--env-file=${file}`
    ])
    expect(text).toMatch(/DATABASE_ULR is not a setting\.\s+(→ )?Did you mean DATABASE_URL\?/)
    expect(text).toMatch(/FROST_MODE is not a setting\.\s+(→ )?Remove it\./)
    expect(text).not.toContain('marked')
  }
  rmSync(folder, { recursive: true })
})

it('says the mistakes in the language that is asked for, as a start does', async () => {
  const environment = { METRICS_TOKEN: 's3cret', PORT: 'abc', CHANNELS_FILE: '/nonexistent/channels.json' }
  for (const command of ['doctor', 'serve']) {
    const { text } = await doctor({ ...environment, LANG: 'tr_TR.UTF-8' }, command)
    expect(text).toContain('METRICS_TOKEN en az 16 karakter olmalı.')
    expect(text).toContain('PORT değeri "abc" uygun değil; beklenen: 0 ile 65535 arasında bir tam sayı.')
    expect(text).toContain('CHANNELS_FILE dosyası okunamıyor: /nonexistent/channels.json (ENOENT).')
    expect(text).not.toMatch(/\b(Give|is not|leave|cannot|fewer)\b/)
  }
})
