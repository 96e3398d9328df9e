/** Connects to the broker with the login of MQTT_URL, and leaves again. */
import type { Note, TryServer } from '../channel-kind.ts'
import { quoted, sentIn } from '../other-side.ts'

/** The try of a broker. */
export function tryBroker(url: string): TryServer {
  return async (limitMs) => {
    const { connectOnce } = await import('./broker.ts')
    try {
      await connectOnce(url, limitMs)
      return null
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
      // The broker's number; what has none is the system's, whose words hold the address.
      const said = typeof code === 'number' && error instanceof Error ? error.message : ''
      return noteOf(code, quoted(said, sentIn({ url })))
    }
  }
}

/**
 * `code` is the broker's number, or the system's word.
 * @param words of the broker, to end a sentence with
 */
function noteOf(code: unknown, words: string): Note {
  // 0x86: bad user name or password; 0x87: not authorized (MQTT 5 §3.2.2.2).
  if (code === 0x86 || code === 0x87) {
    return {
      text: {
        en: `the broker refuses the login${words}`,
        tr: `MQTT sunucusu girişi kabul etmiyor${words}`
      },
      remedy: {
        en: "Correct user and password in MQTT_URL, or the broker's list of users.",
        tr: 'MQTT_URL içindeki kullanıcıyı ve parolayı ya da sunucunun kullanıcı listesini düzeltin.'
      }
    }
  }
  const reason = typeof code === 'number' || typeof code === 'string' ? ` (${code})` : ''
  return {
    text: {
      en: `no connection to the broker can be opened${reason}${words}`,
      tr: `MQTT sunucusuna bağlanılamıyor${reason}${words}`
    },
    remedy: {
      en: 'Check the address in MQTT_URL (mqtt:// with 1883, mqtts:// with 8883), the network, and that the broker speaks MQTT 5.',
      tr: 'MQTT_URL içindeki adresi (mqtt:// için 1883, mqtts:// için 8883), ağı ve sunucunun MQTT 5 desteklediğini denetleyin.'
    }
  }
}
