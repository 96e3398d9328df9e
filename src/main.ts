/** Which command was asked for. */
import { commands, formerCommands } from './cli/commands.ts'

const [name = 'help', ...rest] = process.argv.slice(2)

process.exitCode = await run(name, rest)

async function run(wanted: string, argv: readonly string[]): Promise<number> {
  if (wanted === 'help' || wanted === '--help' || wanted === '-h') {
    console.log(await overview())
    return 0
  }
  const named = commands.find((one) => one.name === wanted)
  if (named === undefined) {
    const instead = formerCommands.get(wanted) ?? (await overview())
    console.error(`There is no command "${wanted}".\n\n${instead}`)
    return 64
  }
  const command = await named.load()
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(command.usage)
    return 0
  }
  return command.run(argv)
}

async function overview(): Promise<string> {
  const all = await Promise.all(commands.map((command) => command.load()))
  const width = Math.max(...all.map((command) => command.name.length))
  const lines = all.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`)
  return `ayaz: weather and frost risk, and alerts that arrive\n\nUsage: ayaz COMMAND [OPTIONS]\n\n${lines.join('\n')}\n\nayaz COMMAND --help tells more.`
}
