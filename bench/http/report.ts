/** What the bench of HTTP answers measured, as a table and as gates. */
import type { Gate } from '../gate.ts'
import type { Making } from './making.ts'
import { median } from './median.ts'

export interface Measured {
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p99Milliseconds: number
}

export const inPostgres = 'ayaz, hot, shared quotas'

/** Of each server or kind of answer, what every counted turn measured. */
export type Results = Readonly<Record<string, readonly Measured[]>>

interface Facts {
  readonly bodyBytes: number
  readonly connections: number
  readonly requestsPerTurn: number
  readonly turns: number
  readonly making: Making
  readonly kilobytesPerPoint: number
}

/** Prints a table of medians, and gives what is gated. */
export function report(results: Results, facts: Facts): readonly Gate[] {
  console.log(
    `\n${facts.bodyBytes} bytes of body, ${facts.connections} connections, 10,000 client addresses, limiter on`
  )
  console.log(`n = ${facts.requestsPerTurn} a turn, ${facts.turns} turns, medians\n`)
  console.log('server                     CPU µs/request   requests/s   p99 ms')
  for (const [name, all] of Object.entries(results)) {
    const cell = (of: (one: Measured) => number, digits: number, width: number): string =>
      median(all.map(of)).toFixed(digits).padStart(width)
    console.log(
      `${name.padEnd(25)} ${cell((one) => one.cpuMicroseconds, 1, 14)} ${cell((one) => one.perSecond, 0, 12)} ${cell((one) => one.p99Milliseconds, 2, 8)}`
    )
  }
  const cpu = (name: string): number => median((results[name] ?? []).map((one) => one.cpuMicroseconds))
  const ratio = (name: string, base: string): number => medianRatio(results[name] ?? [], results[base] ?? [])
  const { makingMicroseconds, stringifyMicroseconds } = facts.making
  const times = (microseconds: number): string => (microseconds / stringifyMicroseconds).toFixed(1)
  console.log(
    `\nOne JSON.stringify of the body, without a server: ${stringifyMicroseconds.toFixed(1)} µs. Making a warm answer, without a server: ${makingMicroseconds.toFixed(1)} µs, ${times(makingMicroseconds)} × that.`
  )
  console.log(
    `With one, a warm answer is ${times(cpu('ayaz, warm'))} ×, a bare node:http answer of the same bytes already ${times(cpu('node:http, same bytes'))} ×.`
  )
  console.log(
    `Beside node:http with the same headers, a hot answer is ${ratio('ayaz, hot', 'node:http, same headers').toFixed(2)} ×.`
  )
  return [
    {
      name: 'hot answer / bare node:http [CPU]',
      value: ratio('ayaz, hot', 'node:http, same bytes'),
      most: 1.25
    },
    {
      name: 'hot answer / bare fastify [CPU]',
      value: ratio('ayaz, hot', 'fastify, same bytes'),
      most: 1.4
    },
    {
      name: 'warm answer / bare fastify with one JSON.stringify of its body [CPU]',
      value: ratio('ayaz, warm', 'fastify, JSON.stringify'),
      most: 2.5
    },
    {
      name: 'hot answer with a key / without [CPU]',
      value: ratio('ayaz, hot, with a key', 'ayaz, hot'),
      most: 1.3
    },
    ...sharedGates(results),
    { name: 'memory of a kept point [kB]', value: facts.kilobytesPerPoint, most: 28 }
  ]
}

/** What counting in PostgreSQL costs by itself, against a hot answer. */
function sharedGates(results: Results): readonly Gate[] {
  const [counted, hot] = [results[inPostgres], results['ayaz, hot']]
  if (counted === undefined || hot === undefined) return []
  return [{ name: 'quotas in PostgreSQL / hot answer [CPU]', value: medianRatio(counted, hot) - 1, most: 1 }]
}

/** The median of each turn's ratio of CPU per request. */
function medianRatio(ours: readonly Measured[], base: readonly Measured[]): number {
  return median(ours.map((one, turn) => one.cpuMicroseconds / (base[turn]?.cpuMicroseconds ?? Number.NaN)))
}
