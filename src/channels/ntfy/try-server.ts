/** Asks the ntfy server for its health with the token: a server refuses a wrong one for every path. */
import { OutgoingError, type SendRequest } from '../../outgoing/request.ts'
import type { Note, TryServer } from '../channel-kind.ts'
import { quoted, sentIn, wordsOfAnswer } from '../other-side.ts'
import { headersWith, type NtfySettings } from './config.ts'

interface NtfyServer {
  readonly url: string
  readonly token: NtfySettings['token']
}

/** The try of a server. */
export function tryNtfyServer({ url, token }: NtfyServer, send: SendRequest): TryServer {
  return async (limitMs) => {
    try {
      const headers = headersWith(token)
      const answer = await send({
        url: `${url}/v1/health`,
        headers,
        connectTimeoutMs: limitMs,
        totalTimeoutMs: limitMs,
        maxBytes: 65_536
      })
      if (answer.status === 200) return null
      return refused(answer.status, quoted(wordsOfAnswer(answer), sentIn({ url, headers })))
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return unreachable(error.kind)
    }
  }
}

/** @param words of the server, to end a sentence with */
function refused(status: number, words: string): Note {
  if (status === 401 || status === 403) {
    return {
      text: {
        en: `the ntfy server refuses the token (${status})${words}`,
        tr: `ntfy sunucusu erişim anahtarını kabul etmiyor (${status})${words}`
      },
      remedy: {
        en: 'Set NTFY_TOKEN to an access token of a user who may publish ("ntfy token add USER").',
        tr: 'NTFY_TOKEN değişkenine, yayımlama izni olan bir kullanıcının erişim anahtarını yazın ("ntfy token add KULLANICI").'
      }
    }
  }
  return {
    text: {
      en: `the server of NTFY_URL answers ${status} when it is asked for its health${words}`,
      tr: `NTFY_URL sunucusu durumu sorulduğunda ${status} yanıtını veriyor${words}`
    },
    remedy: {
      en: 'Check that NTFY_URL is the address of an ntfy server, and read its log.',
      tr: 'NTFY_URL adresinin bir ntfy sunucusu olduğunu denetleyin ve sunucunun günlüğüne bakın.'
    }
  }
}

function unreachable(kind: OutgoingError['kind']): Note {
  return {
    text: {
      en: `the ntfy server cannot be reached (${kind})`,
      tr: `ntfy sunucusuna ulaşılamıyor (${kind})`
    },
    remedy: {
      en: 'Check NTFY_URL and the network from this machine.',
      tr: 'NTFY_URL değişkenini ve bu makineden ağı denetleyin.'
    }
  }
}
