import type { Catalogue } from '../en.ts'

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
const optionWords: Readonly<Record<string, string>> = { time: 'zaman', temperature: 'sıcaklık' }
const wordOf = (option: string) => optionWords[option] ?? option

export const series: Catalogue['series'] = {
  orders: { ymd: 'yıl-ay-gün', dmy: 'gün-ay-yıl', mdy: 'ay-gün-yıl' },
  decimals: { ',': 'ondalık virgül', '.': 'ondalık nokta', none: 'tam derece' },
  zoneFrom: {
    file: 'dosyada yazdığı gibi',
    option: '--zone ile verildiği gibi',
    place: 'yerin saati; başka bir saat için --zone'
  },
  rows: (count, step, first, last) => `${first} – ${last} arasında ${count} ölçüm, çoğu ${step} arayla.`,
  time: (column, order, zone, from) => `Zaman: ${column} sütunu, ${order}, ${zone} (${from}).`,
  temperature: (column, unit, decimal) => `Sıcaklık: ${column} sütunu, °${unit}, ${decimal}.`,
  column: (name, number) => (name === '' ? `${number}.` : `"${name}"`),
  minutes: (count) => `${count} dk`,
  withoutProbe: (count) => `${count} satırda algılayıcı bağlı değil yazıyor: alınmadı.`,
  night: (date, minimum, at) => `  ${date}  ${minimum}, saat ${at}`,
  gap: (date, from, until) =>
    `  ${date}  eksik, ${from} ile ${until} arasında ölçüm yok: bu geceden öğrenilmez`,
  minimum: (date, minimum) => `  ${date}  ${minimum}`,
  nights: (covered, gaps) =>
    `Geceler: ${covered} tam, ${gaps} eksik. Bir gece için güneş doğmadan önceki dört saatin ve sonraki saatin her birinde ölçüm olmalı, daha önce de iki saatten uzun boşluk olmamalı.`,
  moreNights: (count) => `  … ve ${count} gece daha`,
  nothingStored: 'Hiçbir şey kaydedilmedi (--dry-run).',
  noNight: 'Ölçümlerin tam olduğu gece yok: kaydedilecek bir şey yok.',
  badTime: (text) => `"${text}" bir tarih ve saat değil.`,
  badTemperature: (text) => `"${text}" bir hava sıcaklığı değil.`,
  needsPlace:
    'Bu bir kayıt cihazının dosyası. Cihazın nerede asılı olduğunu yazın: --location AD (ya da --lat ve --lon).',
  needsKind: 'Bu bir kayıt cihazının dosyası. Neyi ölçtüğünü yazın: --kind air_2m ya da --kind plant.',
  asked: (question) => `${question}\nHiçbir şey kaydedilmedi.`,
  question: {
    columns: (option, names) =>
      names.length === 0
        ? `Hiçbir sütun ${wordOf(option)} olarak tanınmadı. Adını ya da sırasını yazın: --${option} AD`
        : `Hangi sütun ${wordOf(option)}? Birini yazın: ${names.map((name) => `--${option} "${name}"`).join(' ya da ')}`,
    no_column: (option, wanted, names) =>
      `--${option} "${wanted}": bu adda ya da sırada sütun yok. Olanlar: ${list(names)}.`,
    decimal_comma: (line) =>
      `satır ${line}: değerleri virgül ayırıyor, ondalık işareti de virgül olabilir. Dosyayı noktalı virgülle ya da ondalık noktayla kaydedin.`,
    date_order: (text, choices) =>
      `"${text}" ${choices.map(([order, date]) => `${date} (--dates ${order})`).join(' ya da ')} olabilir; hangisi olduğunu dosya göstermiyor.`,
    unit: (lowest, inC, inF) =>
      `Sıcaklıkların birimi hiçbir yerde yazmıyor. En düşük değer ${lowest}: ${inC} (--units C) ya da ${inF} (--units F).`,
    too_warm: (highest) =>
      `En yüksek değer ${highest} santigrat için çok sıcak. --units F mi demek istediniz?`,
    zone: (zone, before, after) =>
      `${zone} saati dosyanın içinde UTC${before} iken UTC${after} oluyor. Cihazın saati de değişti mi? Değiştiyse --zone ${zone}, değişmediyse ayarlı olduğu saat: --zone ${before} ya da --zone ${after}.`,
    no_zone: (zone) => `"${zone}" bir saat dilimi değil. --zone Europe/Istanbul ya da --zone +03:00 yazın.`,
    no_such_time: (line, zone) =>
      `satır ${line}: ${zone} saatine göre bu saat hiç olmadı ya da iki kez oldu, dosyada ise bir kez var. Cihazın saati değişmemiş: ayarlı olduğu farkı yazın, örneğin --zone +01:00.`,
    backwards: (first, second) =>
      `satır ${first} ve ${second}: aralarında zaman geri gidiyor. ÖÖ/ÖS yazılmamış on iki saatlik bir saat mi, yoksa iki dosya mı? Her dosyayı ayrı verin.`,
    twice: (lines, values) =>
      `satır ${lines[0]} ve ${lines[1]}: aynı zaman için iki değer var (${values[0]} ve ${values[1]}). Yanlış olanı çıkarın.`,
    no_date: (line, text) => `satır ${line}: "${text}" bir tarih değil.`,
    mixed_dates: 'Dosyadaki bütün tarihlere uyan ve gelecekte kalmayan bir gün, ay, yıl sırası yok.',
    future: (line, at) =>
      `satır ${line}: ${at} UTC henüz gelmedi. Cihazın saatini ve --dates seçeneğini denetleyin.`,
    too_long: (most) => `Dosyada ${most} ölçümden fazlası var. Yıllara bölün.`,
    warm_night: (hour) =>
      `Bu dosyaya göre günün en sıcak zamanı güneş saatiyle ${hour}, yani gece. Cihazın saati yanlış ya da on iki saatlik saatin ÖÖ/ÖS bilgisi kaybolmuş: --zone ile saatini yazın ya da zamanları düzeltin.`,
    no_readings: 'Hiçbir satırda hem zaman hem sıcaklık yok.'
  }
}
