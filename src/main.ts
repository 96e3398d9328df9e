/** Which command was asked for. */
import { commands } from './cli/commands.ts'

const [name = 'help', ...rest] = process.argv.slice(2)

process.exitCode = await run(name, rest)

async function run(wanted: string, argv: readonly string[]): Promise<number> {
  if (wanted === 'help' || wanted === '--help' || wanted === '-h') {
    console.log(overview())
    return 0
  }
  const command = commands.find((one) => one.name === wanted)
  if (command === undefined) {
    console.error(`There is no command "${wanted}".\n\n${overview()}`)
    return 64
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(command.usage)
    return 0
  }
  return command.run(argv)
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`)
  return `ayaz: weather and frost risk, and alerts that arrive\n\nUsage: ayaz COMMAND [OPTIONS]\n\n${lines.join('\n')}\n\nayaz COMMAND --help tells more.`
}
