/** Debian's mosquitto as the operator's broker, read with its own client, mosquitto_sub. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onFreePort } from '../free-port.ts'

const BROKER = '/usr/sbin/mosquitto'
const READER = '/usr/bin/mosquitto_sub'
const WRITER = '/usr/bin/mosquitto_pub'

/** True where Debian's `mosquitto` and `mosquitto-clients` are installed. */
export const mosquittoIsInstalled = existsSync(BROKER) && existsSync(READER)

export interface BrokerMessage {
  readonly topic: string
  readonly payload: string
  readonly qos: number
  readonly retain: number
  /** MQTT 5 properties as mosquitto_sub names them: `message-expiry-interval`, `content-type` … */
  readonly properties?: Readonly<Record<string, unknown>>
}

interface Login {
  readonly user: string
  readonly password: string
}

export interface Mosquitto {
  readonly url: string
  readonly port: number
  /** The retained or arriving messages of a topic filter: ends after `count`, or after `seconds` with fewer. */
  readonly read: (filter: string, count: number, seconds?: number) => Promise<readonly BrokerMessage[]>
  /** Publishes a message that is not retained (QoS 1). */
  readonly publish: (topic: string, payload: string) => Promise<void>
  /** The broker's process stands still: connections stay open and nothing is answered, until it goes on. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

/** Starts a broker on a loopback port, a free one unless it is given; with `login` it takes only who brings these. */
export async function startMosquitto(login?: Login, givenPort?: number): Promise<Mosquitto> {
  if (givenPort !== undefined) return startOn(givenPort, login)
  return onFreePort((port) => startOn(port, login))
}

async function startOn(port: number, login?: Login): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-mosquitto-'))
  const settings = [`listener ${port} 127.0.0.1`, 'persistence false', 'user root']
  if (login === undefined) settings.push('allow_anonymous true')
  else settings.push('allow_anonymous false', `password_file ${writePasswords(folder, login)}`)
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `${settings.join('\n')}\n`)
  const broker = spawn(BROKER, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await running(broker)
  const credentials = login === undefined ? [] : ['-u', login.user, '-P', login.password]
  const authority = login === undefined ? '' : `${login.user}:${login.password}@`
  return {
    url: `mqtt://${authority}127.0.0.1:${port}`,
    port,
    read: (filter, count, seconds = 10) => read({ port, credentials, filter, count, seconds }),
    publish: async (topic, payload) => {
      const to = ['-h', '127.0.0.1', '-p', String(port), ...credentials]
      await promisify(execFile)(WRITER, [...to, '-t', topic, '-q', '1', '-m', payload])
    },
    freeze: () => void broker.kill('SIGSTOP'),
    thaw: () => void broker.kill('SIGCONT'),
    close: async () => {
      if (broker.exitCode !== null) return
      const ended = new Promise((resolve) => broker.once('exit', resolve))
      broker.kill('SIGTERM')
      broker.kill('SIGCONT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function writePasswords(folder: string, login: Login): string {
  const file = join(folder, 'passwords')
  execFileSync('/usr/bin/mosquitto_passwd', ['-b', '-c', file, login.user, login.password], {
    stdio: 'ignore'
  })
  return file
}

function running(broker: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let reported = ''
    broker.stderr?.on('data', (chunk: Buffer) => {
      reported += chunk.toString('utf8')
      if (/mosquitto version .* running/.test(reported)) resolve()
    })
    broker.once('exit', () => reject(new Error(`mosquitto did not start: ${reported}`)))
  })
}

interface Reading {
  readonly port: number
  readonly credentials: readonly string[]
  readonly filter: string
  readonly count: number
  readonly seconds: number
}

async function read(reading: Reading): Promise<readonly BrokerMessage[]> {
  const { port, credentials, filter, count, seconds } = reading
  const to = ['-h', '127.0.0.1', '-p', String(port), '-V', 'mqttv5', ...credentials, '-t', filter, '-q', '1']
  const until = ['-C', String(count), '-W', String(seconds), '-F', '%j']
  // 27 is how mosquitto_sub says that its time was up; what came before still counts.
  const text = await promisify(execFile)(READER, [...to, ...until]).then(
    ({ stdout }) => stdout,
    (error: { code?: number; stdout?: string }) => {
      if (error.code === 27) return error.stdout ?? ''
      throw error
    }
  )
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BrokerMessage)
}
