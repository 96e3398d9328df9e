/** The histogram of the time to an answer, as plain sums: the fast path cannot spend a microsecond on it. */

/** Upper bounds of the buckets [s]; the last one has none. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
const name = 'ayaz_http_request_duration_seconds'

/** The answers of one operation and status class. */
export interface DurationSeries {
  readonly labels: string
  /** Answers by bucket, not cumulative; the last are those beyond every bound. */
  readonly counts: Float64Array
  /** [s]. */
  sum: number
}

export function durationSeries(operation: string, status: number): DurationSeries {
  const labels = `operation="${operation}",status="${Math.floor(status / 100)}xx"`
  return { labels, counts: new Float64Array(bounds.length + 1), sum: 0 }
}

/** Adds one duration [s]. */
export function addDuration(series: DurationSeries, seconds: number): void {
  let bucket = 0
  while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++
  series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
  series.sum += seconds
}

/** The series in the Prometheus exposition format. */
export function durationsText(all: Iterable<DurationSeries>): string {
  const help =
    'Time from a request to the end of its answer (of a stream: to its beginning), by operation and status class.'
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const { labels, counts, sum } of all) {
    let below = 0
    counts.forEach((count, bucket) => {
      below += count
      lines.push(`${name}_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${below}`)
    })
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`)
  }
  return `${lines.join('\n')}\n`
}
