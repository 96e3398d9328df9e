/** The checks of `ayaz doctor`, beyond the configuration itself. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { budgetReach } from '../alerts/watching/watch-pacing.ts'
import { type Configuration, ConfigurationError } from '../config/configuration.ts'
import { horizonDays } from '../forecasts/chain.ts'
import { sourceRemedy } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { integrityFindings } from '../store/integrity.ts'
import { sqlitePath } from '../store/sqlite-path.ts'
import { pointOf } from '../weather/point.ts'
import { channelFindings } from './channel-findings.ts'
import { makeDataFolder } from './data-folder.ts'
import { databaseClock } from './database-clock.ts'
import type { Finding } from './finding.ts'
import { failingChecks, sawUntrustedForwarding } from './running-process.ts'
import { appWidgets } from './site-pages.ts'
import { openWeather, type Weather } from './weather.ts'

const oldestPlausibleYear = 2026
/** A large file is read at some hundred MB a second. */
const integrityMs = 300_000

/**
 * Checks folder, database and its integrity, the running service, clocks, proxy, channels, sources and
 * budget. Sends one trial request to each source. Like a start, it makes a missing folder and database, brings the
 * database to the schema of this version, and takes the rights of others from its files.
 * @param clock This machine's [ms since epoch].
 */
export async function examine(
  configuration: Configuration,
  clock: () => number
): Promise<readonly Finding[]> {
  const findings: Finding[] = [
    await folder(configuration),
    ...(await privacy(configuration)),
    ...(await integrity(configuration)),
    clockFinding(clock()),
    site(configuration),
    metrics(configuration)
  ]
  try {
    const weather = await openWeather(configuration, {
      clock,
      random: Math.random,
      report: () => undefined
    })
    try {
      findings.push(
        await database(weather),
        ...(await databaseClock(weather.store, clock)),
        ...(await running(configuration, weather)),
        await proxy(configuration, weather),
        ...widgets(weather, configuration),
        ...(await channelFindings(configuration, weather, clock)),
        ...(await sources(weather)),
        ...(await watchedFinding(weather))
      )
    } finally {
      await weather.close()
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    findings.push({ standing: 'fault', subject: 'database', text, remedy: 'See the message above.' })
  }
  return findings
}

async function folder({ dataDir, databaseUrl }: Configuration): Promise<Finding> {
  try {
    const path = await makeDataFolder(dataDir)
    return { standing: 'good', subject: 'folder', text: `${path} can be written to`, remedy: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const remedy = `Give this user the right to write there, or set DATA_DIR to another folder${databaseUrl === null ? ' (the database lies in it)' : ''}.`
    return { standing: 'fault', subject: 'folder', text, remedy }
  }
}

/**
 * Whether others can read the files with keys and addresses. A folder that existed before belongs to the
 * operator and is not changed.
 */
async function privacy({ dataDir, databaseUrl }: Configuration): Promise<readonly Finding[]> {
  if (databaseUrl !== null || process.platform === 'win32') return []
  const path = resolve(dataDir)
  const database = sqlitePath(path)
  const open: string[] = []
  for (const file of [path, database, `${database}-wal`, `${database}-shm`]) {
    const mode = await stat(file).then(
      (found) => found.mode,
      () => 0
    )
    if ((mode & 0o004) !== 0) open.push(file)
  }
  if (open.length === 0) return []
  const text = `others on this machine can read ${open.join(', ')}`
  return [{ standing: 'note', subject: 'folder', text, remedy: `chmod -R o-rwx ${path}` }]
}

/** Whether SQLite's whole file is intact; PostgreSQL checks its own. */
async function integrity({ dataDir, databaseUrl }: Configuration): Promise<readonly Finding[]> {
  if (databaseUrl !== null) return []
  const subject = 'database'
  try {
    const findings = await integrityFindings(dataDir, AbortSignal.timeout(integrityMs))
    if (findings.length === 0) return []
    const text = `the file is damaged: ${findings.join('; ')}`
    const remedy =
      'Stop the service, keep a copy of the files, and restore a backup; or save what can be read with "sqlite3 ayaz.sqlite .recover".'
    return [{ standing: 'fault', subject, text, remedy }]
  } catch (error) {
    const text = `its integrity could not be checked: ${error instanceof Error ? error.message : String(error)}`
    return [{ standing: 'note', subject, text, remedy: null }]
  }
}

/** What the running service reports about its own work; empty where none runs. */
async function running(
  configuration: Configuration,
  { operatorWay }: Pick<Weather, 'operatorWay'>
): Promise<readonly Finding[]> {
  const failing = await failingChecks(configuration, operatorWay.send)
  if (failing === null) return []
  const subject = 'service'
  if (failing.length === 0)
    return [{ standing: 'good', subject, text: 'runs, and all its work goes on', remedy: null }]
  const text = `runs, but fails: ${failing.join(', ')}`
  return [{ standing: 'fault', subject, text, remedy: 'Its log says why, at level error ("check_failing").' }]
}

function clockFinding(nowAt: number): Finding {
  const text = new Date(nowAt).toISOString()
  return new Date(nowAt).getUTCFullYear() >= oldestPlausibleYear
    ? { standing: 'good', subject: 'clock', text, remedy: null }
    : {
        standing: 'fault',
        subject: 'clock',
        text: `${text} lies before this version was made`,
        remedy: 'Set the clock; forecasts and signatures depend on it.'
      }
}

function metrics({ metricsToken }: Configuration): Finding {
  if (metricsToken !== null)
    return { standing: 'good', subject: 'metrics', text: 'by the token of METRICS_TOKEN', remedy: null }
  return {
    standing: 'note',
    subject: 'metrics',
    text: '/metrics answers this machine only, asked directly and by a loopback name such as localhost',
    remedy:
      'Set METRICS_TOKEN to read them from elsewhere, and where a proxy on this machine asks for localhost itself.'
  }
}

function site({ siteUrl }: Configuration): Finding {
  if (siteUrl !== null) return { standing: 'good', subject: 'site', text: siteUrl, remedy: null }
  return {
    standing: 'note',
    subject: 'site',
    text: 'SITE_URL is not set: links in answers and messages lead to localhost',
    remedy: 'Set SITE_URL to the address people use.'
  }
}

async function proxy(
  configuration: Configuration,
  { operatorWay }: Pick<Weather, 'operatorWay'>
): Promise<Finding> {
  const { trustProxy } = configuration
  const subject = 'proxy'
  if ((await sawUntrustedForwarding(configuration, operatorWay.send)) === true) {
    return {
      standing: 'fault',
      subject,
      text: 'the running service has seen X-Forwarded-For from a peer that TRUST_PROXY does not name',
      remedy:
        'If it is your proxy, name it in TRUST_PROXY, else all its visitors share one quota; if strangers reach this port directly, let only the proxy.'
    }
  }
  if (trustProxy.length > 0)
    return { standing: 'note', subject, text: `trusted: ${trustProxy.join(', ')}`, remedy: null }
  return {
    standing: 'note',
    subject,
    text: 'none is trusted: every request counts for the address it comes from',
    remedy: 'Behind a proxy set TRUST_PROXY, else all its visitors share one quota.'
  }
}

async function database({ store }: Weather): Promise<Finding> {
  const cache = (await store.storedForecasts.any())
    ? 'real data have been received'
    : 'no source has ever answered: demo data are shown'
  return { standing: 'good', subject: 'database', text: `${store.engine}; ${cache}`, remedy: null }
}

/** The operator's widgets: whether their places exist, and which of them hide a place of the same name. */
function widgets({ gazetteer }: Weather, { widgetsFile }: Configuration): readonly Finding[] {
  if (widgetsFile === null) return []
  const subject = 'widgets'
  try {
    const named = appWidgets(widgetsFile, gazetteer)
    const hidden = named.filter(({ slug }) => gazetteer.bySlug(slug) !== null)
    return [
      { standing: 'good', subject, text: `${named.length} named in ${widgetsFile.path}`, remedy: null },
      ...hidden.map(({ slug }) => ({
        standing: 'note' as const,
        subject,
        text: `"${slug}" is a place too; its widget page shows yours`,
        remedy: 'Give the widget another slug if the place is to keep its page.'
      }))
    ]
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.mistakes.map(({ mistake, remedy }) => ({
      standing: 'fault',
      subject,
      text: mistake,
      remedy
    }))
  }
}

async function sources(weather: Weather): Promise<readonly Finding[]> {
  if (weather.sources.length === 0) {
    return [
      {
        standing: 'fault',
        subject: 'sources',
        text: 'none is configured',
        remedy: 'Leave SOURCES out for the usual ones.'
      }
    ]
  }
  return Promise.all(weather.sources.map((source) => examineSource(weather, source)))
}

/** How many places the first source's budget pays for, and how many are watched. */
async function watchedFinding(weather: Weather): Promise<readonly Finding[]> {
  const reach = budgetReach(weather)
  if (reach === null) return []
  return [reachFinding(reach, (await weather.store.subscriptions.watchedPlaces()).length)]
}

export function reachFinding(reach: NonNullable<ReturnType<typeof budgetReach>>, watched: number): Finding {
  const subject = 'watched places'
  const text = `${watched} watched; the daily budget of ${reach.source} carries ${reach.fully} at its own period, and ${reach.atLeast} with three refreshes a night`
  if (watched <= reach.fully) return { standing: 'good', subject, text, remedy: null }
  return { standing: watched <= reach.atLeast ? 'note' : 'fault', subject, text, remedy: ownServer }
}

const ownServer =
  'Run an Open-Meteo server of your own (OPEN_METEO_URL), or put a source without a daily budget first in SOURCES.'

async function examineSource(weather: Weather, source: Source): Promise<Finding> {
  const subject = `source ${source.credit.id}`
  const [place] = weather.gazetteer.provinces()
  const { spentToday, dailyBudget } = await weather.budget.spending(source)
  const budget =
    dailyBudget === null ? 'no daily budget' : `${Math.round(spentToday)} of ${dailyBudget} calls used today`
  if (place === undefined) return { standing: 'fault', subject, text: 'no place to ask for', remedy: null }
  try {
    const request = { point: pointOf(place), days: horizonDays, previous: null }
    const fetched = await source.fetchForecast(request, AbortSignal.timeout(8000))
    const issued = fetched.kind === 'forecast' ? fetched.issuedAt : null
    const age = issued === null ? 'does not tell its run time' : `run of ${new Date(issued).toISOString()}`
    return { standing: 'good', subject, text: `answers; ${age}; ${budget}`, remedy: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { standing: 'fault', subject, text: `${text}; ${budget}`, remedy: sourceRemedy(source.credit.id) }
  }
}
