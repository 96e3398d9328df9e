import { verify } from './command.ts'

process.exitCode = await verify(process.argv.slice(2))
