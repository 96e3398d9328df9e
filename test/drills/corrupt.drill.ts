/** Fifty copies of a database, each with bytes flipped at other places. */
process.env['FLIPPED_SEEDS'] ??= '50'
await import('../crash/flipped-bytes.test.ts')
