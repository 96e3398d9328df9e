import { fitConstants } from './fit.ts'

process.exitCode = await fitConstants(process.argv.slice(2))
