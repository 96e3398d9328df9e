/** `ayaz places`: the place somebody means, and its slug. */
import { openGazetteer } from '../places/gazetteer.ts'
import type { Command } from './command.ts'

const usage = `ayaz places TEXT
  Places whose name begins with TEXT or has a word that does, best first, with the slug that names each for ever.

  ayaz places malat
  ayaz places "new york" --json

  --json    for machines`

export const placesCommand: Command = {
  name: 'places',
  summary: 'find a place and its slug',
  usage,
  run: places
}

const mostShown = 20

async function places(argv: readonly string[]): Promise<number> {
  const isJson = argv.includes('--json')
  const text = argv
    .filter((word) => word !== '--json')
    .join(' ')
    .trim()
  if (text === '' || text.startsWith('-')) {
    console.error(`Write a part of a name.\n\n${usage}`)
    return 64
  }
  const gazetteer = await openGazetteer()
  const found = gazetteer.search(text, mostShown)
  if (isJson) {
    console.log(JSON.stringify(found, null, 2))
    return 0
  }
  if (found.length === 0) {
    const close = gazetteer.suggest(text, 5).map((place) => place.slug)
    console.error(`No place is called so.${close.length === 0 ? '' : ` Did you mean ${close.join(', ')}?`}`)
    return 1
  }
  const width = Math.max(...found.map((place) => place.slug.length))
  for (const { slug, name, region, country, lat, lon, elevation } of found) {
    const height = elevation === null ? '' : ` · ${elevation} m`
    const where = region === null || region === name ? country : `${region}, ${country}`
    console.log(`${slug.padEnd(width)}  ${name} (${where}) · ${lat}, ${lon}${height}`)
  }
  return 0
}
