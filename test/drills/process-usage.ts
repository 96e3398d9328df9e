/** What a process holds of the machine. */
import { readdirSync, readFileSync } from 'node:fs'

/** Memory that it really has [MiB]. */
export function residentMebibytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Files, sockets and pipes that it has open. */
export function openDescriptors(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** What it has computed so far, in all its threads [µs]. */
export function cpuMicroseconds(pid: number | undefined): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * microsecondsOfTick
}

/** The same on every Linux: `getconf CLK_TCK` is 100. */
const microsecondsOfTick = 10_000
