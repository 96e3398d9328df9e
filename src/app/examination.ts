import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { minuteMs } from '../common/time.ts'
import { mistakesIn } from '../config/environment.ts'
import { horizonDays } from '../forecasts/chain.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, localized, wordsIn } from '../language/language.ts'
import { sourceNotes, sourceRemedy } from '../sources/registry.ts'
import type { Source } from '../sources/source.ts'
import { integrityFindings } from '../store/integrity.ts'
import { sqlitePath } from '../store/sqlite-path.ts'
import { pointOf } from '../weather/point.ts'
import { openMetar } from './airports.ts'
import { type Configuration, ConfigurationError } from './configuration.ts'
import { makeDataFolder } from './data-folder.ts'
import { databaseClock, databaseState, fieldsFinding, keyFindings } from './database-findings.ts'
import {
  backFillFinding,
  channelFindings,
  doubtedRunsFinding,
  type Finding,
  silentFinding,
  unknownNightsFinding,
  watchedFinding
} from './findings.ts'
import { reasonIn } from './logged-error.ts'
import { runningProcess, serviceFindings } from './running-process.ts'
import { appWidgets } from './site-pages.ts'
import { openWeather, type Weather } from './weather.ts'

type Words = Catalogue['doctor']

const oldestPlausibleYear = 2026
/** Time to check a large file, which is read at some hundred MB a second. */
const integrityMs = 5 * minuteMs

/**
 * One trial request goes to each source. Makes a missing folder and, with this version's schema, takes others' rights
 * from its files; migrates nothing. @param clock This machine's [ms since epoch].
 */
export async function examine(
  configuration: Configuration,
  clock: () => number,
  lang: Language = 'en'
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  const findings: Finding[] = [
    ...sourceNotes(configuration.sources).map(({ id, text, remedy }): Finding => {
      const [said, todo] = [localized(text, lang), localized(remedy, lang)]
      return { severity: 'note', subject: words.subjects.source(id), text: said, remedy: todo }
    }),
    ...(await folder(configuration, words)),
    ...(await privacy(configuration, words)),
    ...(await integrity(configuration, words)),
    ...configuration.unknown.map(({ mistake, remedy }): Finding => {
      const [text, todo] = [localized(mistake, lang), localized(remedy, lang)]
      return { severity: 'note', subject: words.subjects.configuration, text, remedy: todo }
    }),
    clockFinding(clock(), words),
    site(configuration, words),
    metrics(configuration, words)
  ]
  try {
    findings.push(...(await opened(configuration, clock, lang)))
  } catch (error) {
    const text = reasonIn(lang, error)
    findings.push({ severity: 'fault', subject: words.subjects.database, text, remedy: words.above })
  }
  return findings
}

async function opened(
  configuration: Configuration,
  clock: () => number,
  lang: Language
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  const state = await databaseState(configuration, words)
  const means = { clock, random: Math.random, report: () => undefined }
  const weather = await openWeather(configuration, { database: state.use, ...means })
  try {
    return [
      state.finding ?? (await database(weather, words)),
      ...(await databaseClock(weather.store, clock, lang)),
      ...(await serviceFindings(configuration, weather, { clock, words })),
      await proxy(configuration, weather, words),
      ...widgets(weather, configuration, lang),
      ...(await channelFindings(configuration, weather, { clock, lang })),
      ...(await keyFindings(configuration, weather.store, lang)),
      ...(await sources(weather, lang)),
      ...(await watchedFinding(weather, lang)),
      ...(await unknownNightsFinding(weather, words, clock())),
      ...(await doubtedRunsFinding(weather, words)),
      ...(await fieldsFinding(weather, lang, clock())),
      ...(await backFillFinding(weather, words, clock())),
      ...(await silentFinding(weather, words, clock())),
      await airportsFinding(configuration, weather, { clock, lang })
    ]
  } finally {
    await weather.close()
  }
}

async function folder({ dataDir, databaseUrl }: Configuration, words: Words): Promise<readonly Finding[]> {
  if (databaseUrl !== null) return []
  const subject = words.subjects.folder
  try {
    const path = await makeDataFolder(dataDir)
    return [{ severity: 'good', subject, text: words.folderGood(path), remedy: null }]
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return [{ severity: 'fault', subject, text, remedy: words.folderRemedy }]
  }
}

/** Whether others can read keys and addresses. A folder that existed before is the operator's and not changed. */
async function privacy({ dataDir, databaseUrl }: Configuration, words: Words): Promise<readonly Finding[]> {
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
  const text = words.folderOpen(open.join(', '))
  return [{ severity: 'note', subject: words.subjects.folder, text, remedy: `chmod -R o-rwx ${path}` }]
}

/** Whether SQLite's whole file is intact; PostgreSQL checks its own. */
async function integrity({ dataDir, databaseUrl }: Configuration, words: Words): Promise<readonly Finding[]> {
  if (databaseUrl !== null) return []
  const subject = words.subjects.database
  try {
    const findings = await integrityFindings(dataDir, AbortSignal.timeout(integrityMs))
    if (findings.length === 0) return []
    const text = words.damaged(findings.join('; '))
    return [{ severity: 'fault', subject, text, remedy: words.damagedRemedy }]
  } catch (error) {
    const text = words.integrityUnknown(error instanceof Error ? error.message : String(error))
    return [{ severity: 'note', subject, text, remedy: null }]
  }
}

function clockFinding(nowAt: number, words: Words): Finding {
  const subject = words.subjects.clock
  const text = new Date(nowAt).toISOString()
  return new Date(nowAt).getUTCFullYear() >= oldestPlausibleYear
    ? { severity: 'good', subject, text, remedy: null }
    : {
        severity: 'fault',
        subject,
        text: words.clockOld(text),
        remedy: words.clockRemedy
      }
}

function metrics({ metricsToken }: Configuration, words: Words): Finding {
  const subject = words.subjects.metrics
  if (metricsToken !== null) return { severity: 'good', subject, text: words.metricsByToken, remedy: null }
  return { severity: 'note', subject, text: words.metricsHere, remedy: words.metricsRemedy }
}

function site({ siteUrl }: Configuration, words: Words): Finding {
  const subject = words.subjects.site
  if (siteUrl !== null) return { severity: 'good', subject, text: siteUrl, remedy: null }
  return { severity: 'note', subject, text: words.siteUnset, remedy: words.siteRemedy }
}

async function proxy(
  configuration: Configuration,
  { operatorWay }: Pick<Weather, 'operatorWay'>,
  words: Words
): Promise<Finding> {
  const { trustProxy } = configuration
  const subject = words.subjects.proxy
  if ((await runningProcess(configuration, operatorWay.send))?.sawUntrustedForwarding === true) {
    return {
      severity: 'fault',
      subject,
      text: words.proxyUntrusted,
      remedy: words.proxyUntrustedRemedy
    }
  }
  if (trustProxy.length > 0) {
    const text = words.proxyTrusted(trustProxy.join(', '))
    const isEveryone = trustProxy.some((peers) => peers.endsWith('/0'))
    return isEveryone
      ? { severity: 'fault', subject, text, remedy: words.proxyEveryoneRemedy }
      : { severity: 'note', subject, text, remedy: null }
  }
  return {
    severity: 'note',
    subject,
    text: words.proxyNone,
    remedy: words.proxyNoneRemedy
  }
}

async function database({ store }: Weather, words: Words): Promise<Finding> {
  const weather = (await store.storedForecasts.any()) ? words.realData : words.demoData
  return {
    severity: 'good',
    subject: words.subjects.database,
    text: `${store.engine}; ${weather}`,
    remedy: null
  }
}

function widgets({ gazetteer }: Weather, { widgetsFile }: Configuration, lang: Language): readonly Finding[] {
  if (widgetsFile === null) return []
  const words = wordsIn(lang).doctor
  const subject = words.subjects.widgets
  try {
    const named = appWidgets(widgetsFile, gazetteer)
    const hidden = named.filter(({ slug }) => gazetteer.bySlug(slug) !== null)
    return [
      { severity: 'good', subject, text: words.widgetsNamed(named.length, widgetsFile.path), remedy: null },
      ...hidden.map(({ slug }) => ({
        severity: 'note' as const,
        subject,
        text: words.widgetHides(slug),
        remedy: words.widgetHidesRemedy
      }))
    ]
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return mistakesIn(lang, error.mistakes).map(({ mistake, remedy }) => ({
      severity: 'fault',
      subject,
      text: mistake,
      remedy
    }))
  }
}

async function sources(weather: Weather, lang: Language): Promise<readonly Finding[]> {
  const { subjects, noSources, noSourcesRemedy } = wordsIn(lang).doctor
  if (weather.sources.length === 0) {
    return [{ severity: 'fault', subject: subjects.sources, text: noSources, remedy: noSourcesRemedy }]
  }
  return Promise.all(weather.sources.map((source) => examineSource(weather, source, lang)))
}

async function airportsFinding(
  configuration: Configuration,
  weather: Weather,
  { clock, lang }: { clock: () => number; lang: Language }
): Promise<Finding> {
  const words = wordsIn(lang).doctor
  const subject = words.subjects.airports
  const metar = openMetar(configuration, weather, clock)
  if (metar === null) return { severity: 'good', subject, text: words.airportsOff, remedy: null }
  try {
    const reports = await metar.reports([askedAirport], AbortSignal.timeout(8000))
    return { severity: 'good', subject, text: words.airportsAnswer(reports.length), remedy: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { severity: 'note', subject, text, remedy: words.airportsRemedy }
  }
}

/** Ankara Esenboğa reports twice an hour. */
const askedAirport = 'LTAC'

async function examineSource(weather: Weather, source: Source, lang: Language): Promise<Finding> {
  const words = wordsIn(lang).doctor
  const { id } = source.credit
  const subject = words.subjects.source(id)
  const [place] = weather.gazetteer.provinces()
  const { spentToday, dailyBudget } = await weather.budget.spending(source)
  const budget = dailyBudget === null ? words.noBudget : words.budget(Math.round(spentToday), dailyBudget)
  if (place === undefined) return { severity: 'fault', subject, text: words.noPlace, remedy: null }
  try {
    const request = { point: pointOf(place), days: horizonDays, previous: null }
    const fetched = await source.fetchForecast(request, AbortSignal.timeout(8000))
    const issued = fetched.kind === 'forecast' ? fetched.issuedAt : null
    const age = issued === null ? words.noRunTime : words.runOf(new Date(issued).toISOString())
    return { severity: 'good', subject, text: words.answers(age, budget), remedy: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const own = sourceRemedy(id)
    const remedy = own === null ? words.sourceRemedy : localized(own, lang)
    return { severity: 'fault', subject, text: `${text}; ${budget}`, remedy }
  }
}
