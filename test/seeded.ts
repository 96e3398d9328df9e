import fc from 'fast-check'

/** The same cases each time; `SEED=2 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
