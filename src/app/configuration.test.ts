import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mistakesIn } from '../config/environment.ts'
import { allVariables, ConfigurationError, readConfiguration } from './configuration.ts'

type Environment = Parameters<typeof readConfiguration>[0]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function widgetsFile(text: string): Promise<string> {
  const path = join(folder, 'widgets.json')
  await writeFile(path, text)
  return path
}

function configurationMistakes(environment: Environment): ConfigurationError['mistakes'] {
  try {
    readConfiguration(environment)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.mistakes
    throw error
  }
  return []
}

const mistakesOf = (environment: Environment) => mistakesIn('en', configurationMistakes(environment))

describe('a mistake in the file of widgets', () => {
  it('is told among all the others, each with its remedy', async () => {
    const path = await widgetsFile('[{"slug":"Koop!","location":"malatya","accent":"red"},{"slug":"a"}]')
    const mistakes = mistakesOf({ WIDGETS_FILE: path, PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(mistakes.map(({ mistake }) => mistake.split(' ')[0]).sort()).toEqual(['LOG_LEVEL', 'PORT', 'The'])
    const reported = mistakes.find(({ mistake }) => mistake.includes('WIDGETS_FILE'))
    expect(reported?.mistake).toContain('entry 1 has no slug')
    expect(reported?.mistake).toContain('entry 1 has an accent')
    expect(reported?.mistake).toContain('entry 2 has no location')
    expect(mistakes.every(({ remedy }) => remedy.length > 20)).toBe(true)
  })

  it.each(['', '{', '{}', 'null', '[1]', '[{"slug":"a","location":"b","title":7}]'])(
    'is seen in %s',
    async (text) => {
      expect(mistakesOf({ WIDGETS_FILE: await widgetsFile(text) })).toHaveLength(1)
    }
  )

  it('is a file that is not there, or is a folder', () => {
    const reported = mistakesOf({ WIDGETS_FILE: join(folder, 'missing.json') })
    expect(reported).toMatchObject([{ mistake: expect.stringContaining('ENOENT') }])
    expect(mistakesOf({ WIDGETS_FILE: folder })).toMatchObject([
      { mistake: expect.stringContaining('EISDIR') }
    ])
  })

  it('is a slug that is there twice', async () => {
    const row = '{"slug":"koop","location":"malatya"}'
    const reported = mistakesOf({ WIDGETS_FILE: await widgetsFile(`[${row},${row}]`) })
    expect(reported).toMatchObject([{ mistake: expect.stringContaining('"koop" is there more than once') }])
  })

  it('is none where the list is right', async () => {
    const path = await widgetsFile('[{"slug":"koop","location":"malatya","accent":"#1F6F8B"}]')
    expect(readConfiguration({ WIDGETS_FILE: path }).widgetsFile).toEqual({
      path,
      widgets: [{ slug: 'koop', location: 'malatya', title: null, accent: '#1F6F8B' }]
    })
  })
})

describe('the address of a web server', () => {
  const names = ['SITE_URL', 'BASE_URL', 'HEARTBEAT_URL', 'OPEN_METEO_URL', 'MET_NORWAY_URL']

  it.each(names)(
    '%s is never repeated where it may hold a secret, and what is wrong is called by its name',
    (name) => {
      const cases = {
        'https://somebody:s3cret@weather.example.org': 'user name or a password',
        'https://:s3cret@weather.example.org': 'user name or a password',
        'https://weather.example.org?key=s3cret': 'query',
        'https://weather.example.org/#s3cret': 'query or a fragment',
        'htps://somebody:s3cret@weather.example.org': 'not an http or https address',
        'somebody:s3cret@weather.example.org': 'not an http or https address'
      }
      for (const [text, what] of Object.entries(cases)) {
        const [reported, ...others] = mistakesOf({ [name]: text })
        expect(others).toEqual([])
        expect(reported?.mistake).toContain(`${name} `)
        expect(reported?.mistake).toContain(what)
        expect(JSON.stringify(reported)).not.toContain('s3cret')
      }
      const isSecret = name === 'HEARTBEAT_URL'
      expect(mistakesOf({ [name]: 'weather' })[0]?.mistake.includes('"weather"')).toBe(!isSecret)
    }
  )

  it('of the site has no path, for the pages cannot be served below one; that of the API may have one', () => {
    const [reported, ...others] = mistakesOf({ SITE_URL: 'https://weather.example.org/weather/' })
    expect(others).toEqual([])
    expect(reported?.mistake).toBe('SITE_URL has a path: "https://weather.example.org/weather/".')
    expect(reported?.remedy).toContain('https://weather.example.org')
    expect(mistakesOf({ BASE_URL: 'https://weather.example.org/weather/v1' })).toEqual([])
  })

  it('loses the slashes at its end', () => {
    expect(readConfiguration({ SITE_URL: 'https://weather.example.org//' }).siteUrl).toBe(
      'https://weather.example.org'
    )
  })
})

describe('a variable that is yes or no', () => {
  const names = ['WEBHOOK_ALLOW_HTTP', 'MQTT_OPEN', 'ENSEMBLE']

  it.each(names)('%s takes every usual way to say it', (name) => {
    for (const text of ['yes', 'no', '1', '0', 'true', 'false', 'YES'])
      expect(mistakesOf({ [name]: text })).toEqual([])
  })

  it('is told as such where it is neither', () => {
    for (const name of ['WEBHOOK_ALLOW_HTTP', 'MQTT_OPEN']) {
      expect(mistakesOf({ [name]: 'perhaps' })).toEqual([
        { mistake: `${name} is neither yes nor no.`, remedy: `Set ${name} to yes or no, or leave it out.` }
      ])
    }
  })

  it('means what it says', () => {
    expect(readConfiguration({ WEBHOOK_ALLOW_HTTP: '1' }).webhookAllowHttp).toBe(true)
    expect(readConfiguration({ WEBHOOK_ALLOW_HTTP: 'false' }).webhookAllowHttp).toBe(false)
    expect(readConfiguration({ ENSEMBLE: '0' }).ensemble).toBe('no')
  })
})

describe('a secret in a file', () => {
  const secrets = allVariables.filter(({ secret }) => secret).map(({ name }) => name)

  it('may be any secret there is, and counts as given', async () => {
    expect(secrets).toContain('DATABASE_URL')
    const path = join(folder, 'token')
    await writeFile(path, 'a-token-of-16-characters\n')
    const configuration = readConfiguration({ METRICS_TOKEN_FILE: path })
    expect(configuration.metricsToken).toBe('a-token-of-16-characters')
    expect(configuration.given).toContain('METRICS_TOKEN')
    await writeFile(path, 's3cret that fits no variable')
    for (const name of secrets) {
      const reported = JSON.stringify(mistakesOf({ [`${name}_FILE`]: path }))
      expect(reported).not.toContain('s3cret')
      expect(reported).not.toContain('cannot be read')
    }
  })

  it('is checked as the variable is, and is given once', async () => {
    const path = join(folder, 'empty')
    await writeFile(path, '\n')
    expect(mistakesOf({ DATABASE_URL_FILE: path })).toMatchObject([
      { mistake: `The file of DATABASE_URL_FILE, ${path}, is empty.` }
    ])
    expect(mistakesOf({ DATABASE_URL_FILE: `${path}.not` })).toMatchObject([
      { mistake: `The file of DATABASE_URL_FILE, ${path}.not, cannot be read (ENOENT).` }
    ])
    await writeFile(path, 'mysql://s3cret@host/name')
    expect(mistakesOf({ DATABASE_URL_FILE: path })).toMatchObject([
      { mistake: 'DATABASE_URL is not a postgres:// address.' }
    ])
    expect(mistakesOf({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://host/name' })).toEqual([
      {
        mistake: 'DATABASE_URL and DATABASE_URL_FILE are both set.',
        remedy: expect.stringMatching(/^Leave one of them out: DATABASE_URL .*, DATABASE_URL_FILE /)
      }
    ])
  })
})

describe('what is said of a refused setting', () => {
  it.each([
    [{ TIERS: 'a=1/1, a=2/2' }, ['TIERS', '"a"'], ['"a=…"', 'one quota']],
    [
      { TIERS: 'a=0/1' },
      ['TIERS', '"a=0/1"', 'name=requests/seconds'],
      ['"partner=600/60', '1 to 9,999,999', '1 to 99,999']
    ],
    [{ TIERS: 'A=1/100000' }, ['TIERS', '"A=1/100000"'], ['begins with a letter', 'a–z', 'at most 32']],
    [
      { TRUST_PROXY: '10.0.0.1, caddy' },
      ['TRUST_PROXY', '"caddy"', 'CIDR', 'loopback'],
      ['not looked up', '192.0.2.10', 'Leave TRUST_PROXY out']
    ],
    [
      { DATABASE_URL: 'mysql://host/name' },
      ['DATABASE_URL', 'postgres://'],
      ['postgres://user:password@host:5432/name', 'leave DATABASE_URL out']
    ],
    [{ ROLE: 'worker' }, ['ROLE', '"worker"', 'PostgreSQL'], ['DATABASE_URL', 'leave ROLE out']],
    [{ METRICS_TOKEN: 'short' }, ['METRICS_TOKEN', '16'], ['openssl', 'leave METRICS_TOKEN out']],
    [{ ENSEMBLE: 'perhaps' }, ['ENSEMBLE', '"perhaps"', 'auto, yes or no'], ['leave ENSEMBLE out']],
    [{ SECURITY_CONTACT: 'me' }, ['SECURITY_CONTACT', '"me"', 'mailto:'], ['leave SECURITY_CONTACT out']],
    [
      { WIDGET_FRAME_ANCESTORS: 'all' },
      ['WIDGET_FRAME_ANCESTORS', '"all"'],
      ['https://', 'leave WIDGET_FRAME_ANCESTORS out']
    ]
  ])('%j', (environment, mistakeHas, remedyHas) => {
    const [reported, ...others] = mistakesOf(environment)
    expect(others).toEqual([])
    for (const part of mistakeHas) expect(reported?.mistake).toContain(part)
    for (const part of remedyHas) expect(reported?.remedy).toContain(part)
  })

  it.each(allVariables.map(({ name }) => name))('%s names the variable and tells a step', (name) => {
    for (const text of ['ğ ğ', '{', '-1', 'https://u:p@x.example/?a#b', 'all,all', 'worker']) {
      for (const { mistake, remedy } of mistakesOf({ [name]: text })) {
        expect(mistake).toContain(name)
        expect(remedy).toMatch(/^(Copy|Give|In a user name|Leave|Set|Take|The pages cannot|Write)\b.{20}/)
      }
    }
  })
})

describe('a mistake in Turkish', () => {
  const english = /\b(is|are|has|not|no|the|give|such|copy|leave|write|set|or|of|and|one|without)\b/i
  /** What stands there as it is written in every language. */
  const written = /"[^"]*"|\b(yes|no)\b|https?:\S+/g

  it.each(allVariables.map((variable) => [variable.name, variable] as const))(
    'of %s has no English',
    (name) => {
      for (const text of [
        'ğ ğ',
        ',,',
        '-1',
        '{',
        'https://u:p@x.example/?a#b',
        'all,all',
        'worker',
        'demo,demo'
      ]) {
        for (const { mistake, remedy } of configurationMistakes({ [name]: text })) {
          for (const { en, tr = en } of [mistake, remedy]) {
            expect([name, text, tr]).not.toEqual([name, text, en])
            expect(tr.replaceAll(written, '')).not.toMatch(english)
          }
        }
      }
    }
  )
})
