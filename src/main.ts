import { commands } from './cli/registry.ts'
import { type Language, terminalLanguage, wordsIn } from './language/language.ts'

const [name = 'help', ...rest] = process.argv.slice(2)

process.exitCode = await run(name, rest, terminalLanguage(process.env, rest))

async function run(wanted: string, argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  if (wanted === 'help' || wanted === '--help' || wanted === '-h') {
    console.log(overview(lang))
    return 0
  }
  if (wanted === '--version' || wanted === '-v') {
    const { version } = await import('./app/version.ts')
    console.log(version)
    return 0
  }
  const named = commands.find((one) => one.name === wanted)
  if (named === undefined) {
    const { formerCommands, noCommand } = words
    const former = Object.hasOwn(formerCommands, wanted) ? formerCommands[wanted] : undefined
    console.error(`${noCommand(wanted)}${await nearCommand(wanted, lang)}\n\n${former ?? overview(lang)}`)
    return 64
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(words.commands[named.name].usage)
    return 0
  }
  return (await named.load())(argv, lang)
}

async function nearCommand(wanted: string, lang: Language): Promise<string> {
  const { nearestName } = await import('./common/near-name.ts')
  const near = nearestName(
    wanted,
    commands.map((one) => one.name)
  )
  return near === null ? '' : ` ${wordsIn(lang).cli.nearCommand(near)}`
}

function overview(lang: Language): string {
  const words = wordsIn(lang).cli
  const width = Math.max(...commands.map((command) => command.name.length))
  const lines = commands.map(({ name }) => `  ${name.padEnd(width)}  ${words.commands[name].summary}`)
  return words.overview(lines.join('\n'))
}
