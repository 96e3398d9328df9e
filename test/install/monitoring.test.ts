/** The alert rules and the dashboard of `deploy/` ask for metrics that the service has, by labels that they have. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startApp, type TestApp } from '../app.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { smsGateway } from '../receivers/sms-gateway.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}
interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number }
  readonly targets: readonly { readonly expr: string }[]
}
const rules: readonly Rule[] = parse(read('prometheus-rules.yaml')).groups[0].rules
const panels: readonly Panel[] = JSON.parse(read('grafana-dashboard.json')).panels

const engine = postgresEngine()
const folder = mkdtempSync(join(tmpdir(), 'ayaz-monitoring-'))
const gateways = join(folder, 'gateways.json')
writeFileSync(gateways, JSON.stringify([smsGateway('http://127.0.0.1:9')]))
let app: TestApp
/** The names of labels, by metric; without samples null. */
let exposed: ReadonlyMap<string, ReadonlySet<string> | null>

beforeAll(async () => {
  await engine.start()
  // On PostgreSQL there are the metrics of quotas too, and OpenWeatherMap has a budget wherever it is.
  const environment = {
    DATABASE_URL: (await engine.migrated()).url ?? '',
    SOURCES: 'openweathermap',
    OPENWEATHERMAP_URL: 'http://127.0.0.1:9',
    OPENWEATHERMAP_KEY: 'a-key-of-a-test',
    GATEWAYS_FILE: gateways
  }
  app = await startApp({ environment })
  await fetch(`${app.origin}/api/v1/locations?q=malatya`)
  exposed = metricsIn(await (await fetch(`${app.origin}/metrics`)).text())
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

function metricsIn(text: string): ReadonlyMap<string, ReadonlySet<string> | null> {
  const found = new Map<string, Set<string> | null>()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
    for (const one of names) found.set(one, null)
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const known = found.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** What Prometheus itself adds to every series. */
const ofPrometheus = ['instance', 'job']
const metricPattern = /\b((?:ayaz|nodejs|process)_\w+)(?:\{([^}]*)\})?/g

/** What is wrong with an expression. */
function faultsOf(expr: string): readonly string[] {
  const used = [...expr.matchAll(metricPattern)].map(([, name = '', matchers = '']) => ({ name, matchers }))
  if (used.length === 0) return [`no metric: ${expr}`]
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
  return used.flatMap(({ name, matchers }) => {
    if (!exposed.has(name)) return [`no such metric: ${name}`]
    const labels = exposed.get(name)
    if (labels === null || labels === undefined) return []
    const wanted = [
      ...grouped,
      ...[...matchers.matchAll(/(\w+)(?:=|!=|=~)"/g)].map(([, label = '']) => label)
    ]
    return wanted
      .filter((label) => !labels.has(label) && !ofPrometheus.includes(label))
      .map((label) => `${name} has no label ${label}`)
  })
}

it('finds a metric and a label that do not exist', () => {
  expect(faultsOf('max(ayaz_checks_failing)')).toEqual(['no such metric: ayaz_checks_failing'])
  expect(faultsOf('max by (chek) (ayaz_check_failing{nam="x"})')).toEqual([
    'ayaz_check_failing has no label chek',
    'ayaz_check_failing has no label nam'
  ])
  expect(faultsOf('ayaz_http_request_duration_seconds > 1')).toHaveLength(1)
})

describe('the alert rules', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (_alert, { expr, labels, annotations }) => {
    expect(faultsOf(expr)).toEqual([])
    expect(['critical', 'warning']).toContain(labels.severity)
    for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/^["{/\w].*\.$/)
    // A label that was aggregated away is empty in the text.
    const shown = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label)
    for (const label of shown) expect(expr).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`))
  })

  it('notice each work of the service that keeps failing, or a check of /readyz does', async () => {
    const read = async () => (await fetch(`${app.origin}/metrics`)).text()
    const roundsOf = (text: string): readonly string[] =>
      [...text.matchAll(/^ayaz_round_failures_in_row\{round="([^"]+)"\}/gm)].map(([, round = '']) => round)
    const hourly = ['prune', 'forget', 'upkeep']
    await expect.poll(async () => roundsOf(await read())).toEqual(expect.arrayContaining(hourly))
    const matchers = rules.flatMap(({ expr }) => [
      ...expr.matchAll(/ayaz_round_failures_in_row\{round(=|!)~"([^"]+)"\}/g)
    ])
    const isNoticed = (round: string): boolean =>
      matchers.some(([, sign, pattern]) => new RegExp(`^(?:${pattern})$`).test(round) === (sign === '='))
    const ofChecks = ['watch', 'evaluate', 'deliver', 'lease alerts', 'database']
    const rounds = roundsOf(await read()).filter((round) => !ofChecks.includes(round))
    expect(rounds.filter((round) => !isNoticed(round))).toEqual([])
    expect(['integrity', 'places'].filter((round) => !isNoticed(round))).toEqual([])
  })

  it('have one of each name', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

describe('the dashboard', () => {
  it.each(panels.map((panel) => [panel.title, panel] as const))('%s', (_title, { targets }) => {
    expect(targets.flatMap(({ expr }) => faultsOf(expr))).toEqual([])
  })

  it('has each panel once, and none over another', () => {
    const places = panels.flatMap(({ gridPos: { x, y, w } }) =>
      Array.from({ length: w }, (_, column) => `${x + column} ${y}`)
    )
    expect(new Set(places).size).toBe(places.length)
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
