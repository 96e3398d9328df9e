import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, runCommand } from '../../test/command.ts'
import { machineEnvironment } from '../../test/machine-environment.ts'
import { frostCommand } from './frost.ts'

const program = fileURLToPath(new URL('../../bin/ayaz.mjs', import.meta.url))
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-frost-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const environment = (): Readonly<Record<string, string>> => ({ DATA_DIR: dataDir, SOURCES: 'demo' })

/** Runs `ayaz frost` over the demo. */
function frost(...words: readonly string[]): Promise<Ran> {
  return runCommand(frostCommand, words, environment())
}

/** The same as a terminal would. */
function frostInTerminal(...words: readonly string[]): Promise<Ran> {
  const env = { ...machineEnvironment(), ...environment() }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'frost', ...words], { env }, (error, out, said) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, said })
    })
  })
}

describe('ayaz frost --stage auto', () => {
  it('gives the API’s own body with the estimate', async () => {
    const { status, out } = await frostInTerminal('malatya', '--crop', 'apricot', '--stage', 'auto', '--json')
    expect(status).toBe(0)
    const { frost_risk, meta } = JSON.parse(out)
    expect(frost_risk).toMatchObject({
      crop: 'apricot',
      stage: 'first-bloom',
      stage_estimate: { estimated: true, plus_minus_days: 8 }
    })
    expect(meta.notices.map(({ code }: { code: string }) => code)).toContain('stage_estimated')
  })

  it('marks the estimate in the table, in both languages', async () => {
    const english = await frost('malatya', '--crop', 'apricot', '--stage', 'auto')
    expect(english.out).toMatch(/^Malatya · Apricot, first bloom \(≈ ±8 days\) · /)
    const turkish = await frost('malatya', '--crop', 'kayısı', '--stage', 'auto', '--lang', 'tr')
    expect(turkish.out).toMatch(/^Malatya · Kayısı, ilk çiçeklenme \(≈ ±8 gün\) · /)
    const given = await frost('malatya', '--crop', 'apricot', '--stage', 'full-bloom')
    expect(given.out).toMatch(/^Malatya · Apricot, full bloom · /)
  })

  it('names nights as people do: this one first, then evening and morning', async () => {
    const { out } = await frost('malatya')
    expect(out).toMatch(/^Tonight \d+\/\d+ {2}/m)
    expect(out).toMatch(/^[A-Z][a-z]{2}–[A-Z][a-z]{2} \d+\/\d+ {2}/m)
    expect((await frost('malatya', '--lang', 'tr')).out).toMatch(/^Bu gece \d+\/\d+ {2}/m)
  })

  it('says everything in Turkish where that is asked for', async () => {
    const { out } = await frost('malatya', '--lang', 'tr')
    expect(out).toContain('(güncel)')
    expect(out).toContain('Gösterim amaçlı örnek veri; tahmin değildir.')
    expect(out).not.toMatch(/fresh|Synthetic data|forecast/i)
    expect((await frost('malatya')).out).toMatch(/\(fresh\)\nSynthetic data for demonstration/)
  })

  it('tells of a stage that is not known', async () => {
    const { out } = await frost('erzurum', '--crop', 'apple', '--stage', 'auto')
    expect(out).toContain('Apple, stage not known')
    expect(out).toContain('could not be estimated: there has not been enough chill or warmth')
  })

  it('refuses other crops and says what to give instead', async () => {
    const { status, said } = await frostInTerminal('malatya', '--crop', 'sweet-cherry', '--stage', 'auto')
    expect(status).toBe(64)
    expect(said).toContain('--stage: The stage of "sweet-cherry" cannot be estimated from temperatures')
    expect(said).toContain('full-bloom')
  })
})
