import { describe, expect, it } from 'vitest'
import { readSettings } from '../config/environment.ts'
import { wordsIn } from '../language/language.ts'
import {
  createSources,
  type SourcesSettings,
  sourceEnvironments,
  sourceMistakes,
  sourceRemedy,
  sourcesVariable
} from './registry.ts'

function settings(environment: Readonly<Record<string, string>>): SourcesSettings {
  const of = Object.fromEntries(
    Object.entries(sourceEnvironments).map(([id, description]) => [
      id,
      readSettings(description, environment).settings
    ])
  ) as SourcesSettings['of']
  return { order: readSettings({ order: sourcesVariable }, environment).settings.order, of }
}

function chain(environment: Readonly<Record<string, string>>): readonly string[] {
  const send = async () => Promise.reject(new Error('nothing is sent here'))
  return createSources(settings(environment), send, () => 0).map((source) => source.credit.id)
}

const contact = { MET_NORWAY_CONTACT: 'weather@example.org' }
const key = { OPENWEATHERMAP_KEY: '0123456789abcdef0123456789abcdef' }

describe('the chain of sources', () => {
  it.each([
    ['nothing', {}, ['open-meteo']],
    ['a contact', contact, ['open-meteo', 'met-norway']],
    ['a contact and a key', { ...contact, ...key }, ['open-meteo', 'met-norway', 'openweathermap']],
    ['SOURCES=demo', { SOURCES: 'demo', ...key }, ['demo']],
    ['an order of its own', { SOURCES: 'met-norway, open-meteo', ...contact }, ['met-norway', 'open-meteo']]
  ])('is, with %s, what can be asked', (_, environment, expected) => {
    expect(chain(environment)).toEqual(expected)
  })

  it('tells of a source that is named but lacks what it needs', () => {
    const [mistake, ...others] = sourceMistakes(settings({ SOURCES: 'met-norway,open-meteo' }))
    expect(mistake?.mistake.en).toContain('MET_NORWAY_CONTACT is not set')
    expect(mistake?.remedy.en).not.toBe('')
    expect(others).toEqual([])
  })

  it.each([['meteo'], ['open-meteo,open-meteo'], ['open-meteo,'], ['constructor']])(
    'refuses SOURCES=%s',
    (text) => {
      expect(sourcesVariable.parse(text)).toHaveProperty('mistake')
    }
  )
})

describe('the variables of sources', () => {
  it.each([
    ['OPEN_METEO_URL', 'api.open-meteo.com'],
    ['OPEN_METEO_URL', 'ftp://example.org'],
    ['OPEN_METEO_URL', 'https://user:word@example.org'],
    ['OPEN_METEO_URL', 'https://example.org?key=1'],
    ['MET_NORWAY_CONTACT', 'me'],
    ['MET_NORWAY_CONTACT', 'a@b.c\r\nx: y'],
    ['OPENWEATHERMAP_KEY', 'a key with spaces']
  ])('refuse %s=%s with a remedy', (name, value) => {
    const mistakes = Object.values(sourceEnvironments).flatMap(
      (one) => readSettings(one, { [name]: value }).mistakes
    )
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]?.mistake.en).toContain(name)
    expect(mistakes[0]?.remedy.en).not.toBe('')
  })

  it('never show a key in a mistake', () => {
    const { mistakes } = readSettings(sourceEnvironments.openweathermap, {
      OPENWEATHERMAP_KEY: 'secret secret'
    })
    expect(JSON.stringify(mistakes)).not.toContain('secret')
  })

  it('keep an address without a slash at its end', () => {
    const { settings: synthetic } = readSettings(sourceEnvironments['open-meteo'], {
      OPEN_METEO_URL: 'http://10.0.0.5:8080/'
    })
    expect(synthetic.url).toBe('http://10.0.0.5:8080')
  })

  it.each([
    'http://api.open-meteo.com',
    'https://API.open-meteo.com/v1/forecast',
    'https://api.open-meteo.com:443'
  ])('take %s for the public server, with its quota', (address) => {
    const of = {
      ...settings({}).of,
      'open-meteo': readSettings(sourceEnvironments['open-meteo'], { OPEN_METEO_URL: address }).settings
    }
    const [source] = createSources(
      { order: ['open-meteo'], of },
      async () => Promise.reject(),
      () => 0
    )
    expect(source?.limits).toMatchObject({ isPublic: true, dailyBudget: 10_000 })
  })
})

it.each([
  ['met-norway', 'MET_NORWAY_CONTACT'],
  ['openweathermap', 'OPENWEATHERMAP_KEY'],
  ['open-meteo', 'the address of the source'],
  ['unheard-of', 'the address of the source']
])('where %s does not answer, the operator checks %s', (id, checked) => {
  expect(sourceRemedy(id)?.en ?? wordsIn('en').doctor.sourceRemedy).toContain(checked)
})
