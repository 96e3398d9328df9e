// Options of the add-on as settings of Ayaz, and then Ayaz in this very process, as an unprivileged user.
import { chownSync, mkdirSync, readFileSync } from 'node:fs'

const [optionsFile = '/data/options.json', program = '/app/bin/ayaz.mjs'] = process.argv.slice(2)
const { DATA_DIR = '/data', SUPERVISOR = 'http://supervisor', ...others } = process.env
const token = others.SUPERVISOR_TOKEN
delete others.SUPERVISOR_TOKEN
// The user `node` of the image.
const user = 1000

/** Each option is the setting of its name; an empty one is not set. */
function settings(options) {
  const set = Object.entries(options).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(
    set.map(([name, value]) => [
      name.toUpperCase(),
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
    ])
  )
}

/** The broker of Home Assistant; nothing where it has none, or does not answer. */
async function broker() {
  if (token === undefined) return {}
  const headers = { Authorization: `Bearer ${token}` }
  try {
    const answer = await fetch(`${SUPERVISOR}/services/mqtt`, {
      headers,
      signal: AbortSignal.timeout(10_000)
    })
    if (!answer.ok) return {}
    const { data } = await answer.json()
    const url = new URL(`${data.ssl ? 'mqtts' : 'mqtt'}://${data.host}:${data.port}`)
    url.username = encodeURIComponent(data.username ?? '')
    url.password = encodeURIComponent(data.password ?? '')
    return { MQTT_URL: url.href }
  } catch (error) {
    console.error(`The broker of Home Assistant is not known: ${error}`)
    return {}
  }
}

const own = settings(JSON.parse(readFileSync(optionsFile, 'utf8')))
const folder = `${DATA_DIR}/ayaz`
const environment = { ...others, ...(await broker()), ...own, DATA_DIR: folder }
mkdirSync(folder, { recursive: true, mode: 0o700 })
if (process.getuid() === 0) {
  chownSync(folder, user, user)
  process.setgroups([])
  process.setgid(user)
  process.setuid(user)
}
process.execve(process.execPath, [process.execPath, program, 'serve'], environment)
