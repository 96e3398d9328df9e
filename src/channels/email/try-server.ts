/** Greets the mail server, encrypts and logs in as for a mail, and leaves again. */
import type { Note, TryServer } from '../channel-kind.ts'
import { credentials } from '../other-side.ts'
import { loginOf, type MailServer, openMailer } from './mailer.ts'
import { isOperatorsFault, readRefusal, wordsIn } from './refusal.ts'

/** The try of a server. */
export function tryMailServer(server: MailServer): TryServer {
  return async (limitMs) => {
    const mailer = await openMailer(server, { connectMs: limitMs, idleMs: limitMs })
    try {
      await mailer.verify()
      return null
    } catch (error) {
      const refusal = readRefusal(error)
      return noteOf(refusal, wordsIn(refusal, credentials(loginOf(server.url))))
    } finally {
      mailer.close()
    }
  }
}

/** @param words of the server, to end a sentence with */
function noteOf(refusal: ReturnType<typeof readRefusal>, words: string): Note {
  const { code, trouble } = refusal
  if (trouble === 'ETLS') {
    return {
      text: {
        en: 'the mail server offers no encryption, or none that is trusted',
        tr: 'posta sunucusu şifreleme sunmuyor ya da sertifikasına güvenilmiyor'
      },
      remedy: {
        en: 'See SMTP_TLS in docs/channels.md, or set NODE_EXTRA_CA_CERTS to the file of your own certificate authority.',
        tr: 'docs/channels.md içinde SMTP_TLS kısmına bakın ya da NODE_EXTRA_CA_CERTS ile kendi sertifika otoritenizin dosyasını verin.'
      }
    }
  }
  if (isOperatorsFault(refusal)) {
    return {
      text: {
        en: `the mail server refuses the login${words}`,
        tr: `posta sunucusu girişi kabul etmiyor${words}`
      },
      remedy: {
        en: 'Correct user and password in SMTP_URL; in both, characters such as @ and / are percent-encoded.',
        tr: 'SMTP_URL içindeki kullanıcıyı ve parolayı düzeltin; ikisinde de @ ve / gibi karakterler yüzde kodlamasıyla yazılır.'
      }
    }
  }
  if (code !== null) {
    return {
      text: {
        en: `the mail server answers ${code}${words}`,
        tr: `posta sunucusu ${code} yanıtını veriyor${words}`
      },
      remedy: {
        en: 'Its log says why, and whether this machine may send by it.',
        tr: 'Nedeni ve bu makinenin onunla gönderip gönderemeyeceği sunucunun günlüğündedir.'
      }
    }
  }
  return {
    text: {
      en: `the mail server cannot be reached (${trouble})`,
      tr: `posta sunucusuna ulaşılamıyor (${trouble})`
    },
    remedy: {
      en: 'Check host and port in SMTP_URL (smtp:// with 587, smtps:// with 465), the network and the firewall.',
      tr: 'SMTP_URL içindeki sunucu adını ve bağlantı noktasını (smtp:// için 587, smtps:// için 465), ağı ve güvenlik duvarını denetleyin.'
    }
  }
}
