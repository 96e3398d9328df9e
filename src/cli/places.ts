import { type Language, wordsIn } from '../language/language.ts'
import { openGazetteer } from '../places/gazetteer.ts'
import { refuse } from './refuse.ts'

const maxShown = 20

export async function placesCommand(argv: readonly string[], lang: Language): Promise<number> {
  const said = wordsIn(lang).cli
  const isJson = argv.includes('--json')
  const text = argv
    .filter((word) => word !== '--json')
    .join(' ')
    .trim()
  if (text === '' || text.startsWith('-')) return refuse(`${said.writeName}\n\n${said.commands.places.usage}`)
  const gazetteer = await openGazetteer()
  const found = gazetteer.search(text, maxShown)
  if (isJson) {
    console.log(JSON.stringify(found, null, 2))
    return 0
  }
  if (found.length === 0) {
    const close = gazetteer.suggest(text, 5).map((place) => place.slug)
    return refuse(said.noPlaceCalled(close.join(', ')), 1)
  }
  const unknown = gazetteer.unknownWords(text, found)
  if (unknown.length > 0) console.error(wordsIn(lang).frame.unknownWords(unknown))
  const width = Math.max(...found.map((place) => place.slug.length))
  for (const { slug, name, region, country, lat, lon, elevation } of found) {
    const height = elevation === null ? '' : ` · ${elevation} m`
    const where = region === null || region === name ? country : `${region}, ${country}`
    console.log(`${slug.padEnd(width)}  ${name} (${where}) · ${lat}, ${lon}${height}`)
  }
  return 0
}
