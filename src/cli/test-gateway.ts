import { openAlerts } from '../app/alerts.ts'
import type { Configuration } from '../app/configuration.ts'
import type { Weather } from '../app/weather.ts'
import { requestOf, secretOf } from '../channels/gateway/channel.ts'
import { gatewayEnvironment } from '../channels/gateway/config.ts'
import { readNumber } from '../channels/gateway/number.ts'
import type { ReadGateway } from '../channels/gateway/schema.ts'
import { readSettings } from '../config/environment.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Command } from './command.ts'
import { testMessage } from './test-channel.ts'
import { withWeather } from './weather-command.ts'

export const testGatewayCommand: Command = { name: 'test-gateway', run: testGateway }

const exampleNumber = '+905321234567'

async function testGateway(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  const [id = '', written = exampleNumber, ...rest] = argv
  if (id === '' || id.startsWith('-') || rest.length > 0) {
    console.error(words.commands['test-gateway'].usage)
    return 64
  }
  const { gateways, callingCode } = readSettings(gatewayEnvironment, process.env).settings
  const gateway = gateways.find((one) => one.id === id)
  if (gateway === undefined) {
    console.error(words.noChannel(id, gateways.map((one) => one.id).join(', ')))
    return 1
  }
  const { kind, countries = [callingCode] } = gateway
  const number = readNumber(written, { kind, callingCode, countries })
  if (typeof number !== 'string') {
    console.error(number.detail)
    return 1
  }
  return withWeather(lang, (weather, configuration) =>
    show({ weather, configuration, lang }, gateway, number)
  )
}

/** Prints the request with its secrets hidden. */
async function show(
  {
    weather,
    configuration,
    lang
  }: { readonly weather: Weather; readonly configuration: Configuration; readonly lang: Language },
  gateway: ReadGateway,
  phone: string
): Promise<number> {
  const now = Date.now()
  const report = () => undefined
  const opened = await openAlerts({ configuration, weather, clock: Date.now, random: Math.random, report })
  try {
    const channel = opened.alerts.channels.get(gateway.id)
    const [place] = weather.gazetteer.provinces()
    if (channel === undefined || place === undefined) return 1
    const save = (name: string, make: () => string) => weather.store.secrets.save(name, make, now)
    const secret = await secretOf(gateway.id, { save, random: opened.alerts.random })
    const hidden = Object.fromEntries(Object.keys(gateway.values).map((name) => [name, '***']))
    const address = `${opened.alerts.siteUrl}/gateways/${gateway.id}/${secret}`
    const message = await testMessage({ weather, opened, lang }, channel, place)
    const request = requestOf(
      { gateway: { ...gateway, values: hidden }, address },
      { message, destination: { phone }, context: { receiptId: 'test', now } }
    )
    console.log(JSON.stringify({ ...request, reports_to: address }, null, 2))
    return 0
  } finally {
    await opened.stop()
  }
}
