// A vitest reporter whose last line is plain: "N passed, N failed, N skipped".

/** Counts every test and prints the sum when the run has ended. */
export default class PlainLastLine {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    let broken = unhandledErrors.length
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) broken++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state in counts) counts[state]++
      }
    }
    // Other reporters print their summary in the same turn.
    setTimeout(() => {
      console.log(`${counts.passed} passed, ${counts.failed + broken} failed, ${counts.skipped} skipped`)
    }, 200)
  }
}
