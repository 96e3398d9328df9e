/** 2,000 files of loggers whose truth is known, and one of 100,000 readings through the command. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { minuteMs } from '../../src/common/time.ts'
import { built } from '../built.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { placeMigrated } from '../migrated-sqlite.ts'
import { takeLoggerFiles } from '../scenarios/observations/logger-truth.ts'
import { printFigures } from './figures.ts'
import { residentMebibytes } from './process-usage.ts'

it('what is read of them is what was meant, or a question is asked', async () => {
  const { examples, read: _, questions, ...figures } = await takeLoggerFiles(2000, 1000)
  printFigures('loggers', { ...figures, kindsOfQuestions: Object.keys(questions).length })
  expect(examples).toEqual([])
  expect(figures.asked / figures.files).toBeLessThan(0.5)
})

const readings = 100_000
const firstAt = Date.UTC(2024, 0, 10)
const sampleEveryMs = 20

function longFile(): string {
  const rows = Array.from({ length: readings }, (_, index) => {
    const at = new Date(firstAt + index * 10 * minuteMs).toISOString()
    const celsius = 5 + 6 * Math.sin((index / 144) * 2 * Math.PI - 2) + (index % 7) / 10
    return `${index + 1},${at.slice(0, 10)} ${at.slice(11, 19)},${celsius.toFixed(3)},81`
  })
  return ['"Plot Title: Long"', '"#","Date Time, GMT+03:00","Temp, °C (LGR S/N: 1)","RH, %"', ...rows].join(
    '\n'
  )
}

it('100,000 readings take at most 10 s and 200 MiB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-long-'))
  try {
    const file = join(folder, 'long.csv')
    writeFileSync(file, longFile())
    mkdirSync(join(folder, 'data'))
    await placeMigrated(join(folder, 'data'))
    const main = await built('main')
    const startedAt = performance.now()
    const child = spawn(
      process.execPath,
      [main, 'observe', file, '--location', 'malatya', '--kind', 'air_2m'],
      {
        env: { ...machineEnvironment(), DATA_DIR: join(folder, 'data') },
        stdio: ['ignore', 'pipe', 'ignore']
      }
    )
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    let maxMebibytes = 0
    const sampling = setInterval(() => {
      if (child.exitCode === null) maxMebibytes = Math.max(maxMebibytes, residentMebibytes(child.pid) || 0)
    }, sampleEveryMs)
    await new Promise((done) => child.on('close', done))
    clearInterval(sampling)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    printFigures('loggers', { readings, seconds, maxMebibytes, nights: said.trim() })
    expect(said).toMatch(/^69\d rows: 69\d new/)
    expect(seconds).toBeLessThanOrEqual(10)
    expect(maxMebibytes).toBeLessThanOrEqual(200)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
