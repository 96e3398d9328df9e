// For the health check of a container: ends with 0 where the service of this machine answers, else with 1.
const port = process.env.PORT || 8080

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
