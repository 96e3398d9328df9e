import type { Catalogue } from '../en.ts'

export const phone: Catalogue['phone'] = {
  code: (code, site) =>
    `Don uyarısı kodunuz ${code} (${site}). 10 dakika geçerlidir. İsteyen siz değilseniz bir şey yapmayın.`,
  answer: (number) => `Gördüm: 1 yazıp ${number} numarasına gönderin`,
  answerByLink: (address) => `Gördüm: ${address}`,
  ready: (time) => `Hazırlık en geç ${time}`,
  noForecast: 'Bu gece için tahmin yok: kendi termometrenize bakın',
  lastKnown: 'Tahmin yok, son bilinen',
  stillWatching: 'Size ulaşan yolun denemesi: bir şey yapmanız gerekmez',
  spoken: {
    opening: 'Ayaz don uyarısı.',
    minimum: (temperature) => `Bitki yüzeyinde ${temperature} derece bekleniyor.`,
    below: (temperature) => `eksi ${temperature}`,
    hours: (from, to) => `Saat ${from} ile ${to} arası.`,
    ready: (time) => `Hazırlık en geç ${time}.`,
    answer: 'Duyduysanız 1 tuşuna basın.',
    code: (digits) => `Kodunuz ${digits}.`
  }
}
