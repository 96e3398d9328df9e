import { expect, test } from 'vitest'
import { wordsIn } from './language.ts'

/** Words that growers and MGM do not use so, each with what is written instead. */
const wrong: Readonly<Record<string, RegExp>> = {
  'örnek veri': /uydur/i,
  'çok yüksek (risk)': /şiddetli don riski|(^|\s)şiddetli$/i,
  'orta düzeyde don riski': /(^|\s)orta don riski/i,
  'karışık tip don': /karma don/i,
  JavaScript: /betik/i,
  'olası aralık': /%10–90 aralığı/,
  'gece boyunca': /saat saat gece/i,
  'fenolojik dönem': /ürün ve evre$|gelişme evre/i,
  '%10, bitişik': /%\s\d/,
  'zarar gören tomurcuk': /ölmesi beklenen|tomurcuğun %/i,
  'tahminin güvenilirliği': /güven (yüksek|orta|düşük)/i,
  kaydedilemedi: /^olmadı$/i,
  'ne yapıldıysa o': /^tamam\.?$/i,
  'tek dokunuşla': /tek tıkla/i,
  'tahminler kesin değildir': /tahmin kesinlik değil/i,
  'sağanak yağışlı, dolu yağışlı': /fırtına|dolulu/i,
  'tam çiçeklenme': /^(tam|ilk|açık) çiçek$/i,
  'devam ettir': /^sürdür$/i,
  'tahmin yok, yeniden geliyor': /göremiyoruz|yeniden görüyoruz/i,
  yaklaşık: /kadarı/,
  'karar vermeyin': /göre davranmayın/,
  'büyük harfle, “fazla geciken”': /^on dakikadan|çok geciken/,
  'don tipi, kırağı': /^(türü|görünüşü)$/i,
  'gece, 0 °C altı': /^sabahı$|^0 altı/i,
  'yağış olasılığı, sabaha karşı don': /^olasılık$|^sabahki don$/i,
  'rakım … m': /m rakım/,
  'bu puan nereden geliyor?': /puanın nedeni/i,
  'bitki yüzeyinde en düşük, en düşük hava sıcaklığı': /bitkide en düşük|havada en düşük/i,
  'ürüne göre, ağaç tacı yüksekliğinde': /olağan yüksekliği|ağaç tacında$/i,
  'Concord çeşidi': /concord değerleri/i,
  'dönemlerin adları':
    /^(kırmızı çanak|çanak içinde meyve|çanak yırtılması|uçlar ayrılırken|yan yeşil|odun)$/i,
  'siz takip edersiniz': /kendiniz okursunuz/,
  '… sayfasına dön': /Geri: /,
  'kanalın iletiyi aldığını gösterir': /kabul eden kanaldır/i,
  'zarar beklenen saatler': /zararlı soğuk/i,
  dönem: /(^|\s)evre/i,
  'tahmin edildi': /kestiril/i,
  'ne yapılacağı': /zayıf kanıt|genel eğri/i,
  'aboneliği sonlandır': /^(uyarıyı )?bitir$/i
}

/**
 * Every text of a catalogue with its path; of a function, what is written in it. Names for finding are no texts to
 * show.
 */
function textsOf(texts: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    if (name === 'cropAliases' || name === 'stageAliases') return []
    if (typeof text === 'object' && text !== null) return textsOf(text, `${path}/${name}`)
    return [[`${path}/${name}`, String(text)] as const]
  })
}

test.each(Object.entries(wrong))('Turkish says “%s” where a dictionary would say otherwise', (_, pattern) => {
  expect(textsOf(wordsIn('tr')).filter(([, text]) => pattern.test(text))).toEqual([])
})
