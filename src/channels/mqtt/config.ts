import { type EnvironmentVariable, textVariable, yesOrNoVariable } from '../../config/environment.ts'
import { readServerAddress } from '../../config/server-address.ts'

function brokerVariable(
  name: string,
  description: string,
  options: { readonly secret: boolean }
): EnvironmentVariable<string | null> {
  return textVariable({
    name,
    description,
    ...options,
    allowed: {
      en: 'an address of mqtt, mqtts, ws or wss',
      tr: 'bir mqtt, mqtts, ws ya da wss adresi'
    },
    read: (text) =>
      readServerAddress(name, text, {
        start: /^(mqtts?|wss?):\/\/./,
        otherwise: {
          mistake: {
            en: `${name} is not the address of an MQTT broker.`,
            tr: `${name} bir MQTT sunucusunun adresi değil.`
          },
          remedy: {
            en:
              'Give mqtt://host:1883, mqtts://host:8883 or wss://host/path; user:password@ may come before the ' +
              'host.',
            tr:
              'mqtt://host:1883, mqtts://host:8883 ya da wss://host/path biçiminde verin; sunucudan önce ' +
              'user:password@ olabilir.'
          }
        }
      })
  })
}

export const mqttEnvironment = {
  // It may hold a password.
  url: brokerVariable('MQTT_URL', "The operator's broker (MQTT 5), as this service reaches it.", {
    secret: true
  }),
  publicUrl: brokerVariable(
    'MQTT_PUBLIC_URL',
    'The broker as subscribers reach it; default `MQTT_URL` without its password.',
    { secret: false }
  ),
  announces: yesOrNoVariable(
    'MQTT_DISCOVERY',
    'Whether watched places, and with `MQTT_OPEN=no` fields watched by MQTT, are announced to ' +
      '[Home Assistant](channels.md#home-assistant).'
  ),
  isOpen: yesOrNoVariable(
    'MQTT_OPEN',
    "Whether anyone may subscribe by MQTT, without the operator's API key."
  )
} as const
