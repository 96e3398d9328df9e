import type { Catalogue } from '../en.ts'

const rowFaults: Readonly<Record<string, string>> = {
  required: 'eksik',
  unknown_member: 'bilinmiyor',
  invalid_type: 'yanlış türde',
  invalid_format: 'yanlış yazılmış (tarih: 2026-04-12)',
  not_allowed: 'geçerli değil (tür: air_2m veya plant; plant için exposure: ground, vine veya canopy)',
  out_of_range: 'izin verilen aralığın dışında',
  implausible: 'o gece için olanaksız; birimi denetleyin (Fahrenheit ise --units F)',
  location_not_found: 'bilinen bir yer değil',
  sensor_revoked: 'bu sensörün izni kaldırıldı'
}

export const observe: Catalogue['observe'] = {
  oneFile: 'Bir dosya gerekli.',
  unitsAre: '--units C ya da F olabilir.',
  datesAre: '--dates ymd, dmy ya da mdy olabilir.',
  keyNeeded: '--url için --key gerekir: hizmetin API anahtarı.',
  noFile: (file) => `Okunabilir bir "${file}" dosyası yok.`,
  progress: (rows, bad) => `${rows} satır, ${bad} hatalı`,
  badLine: (line, reason) => `satır ${line}: ${reason}`,
  moreBad: (count) => `… ve ${count} tane daha; --rejects DOSYA hepsini yazar.`,
  summary: (rows, stored, replaced, unchanged, bad) =>
    `${rows} satır: ${stored} yeni, ${replaced} başka bir değerin yerine geçti, ${unchanged} zaten biliniyordu, ${bad} hatalı.`,
  exposureUnknown: (rows) =>
    `${rows} bitki satırında sensörün bitkilerin neresinde olduğu yazmıyor: kaydedilir, ama onlardan bir şey öğrenilmez. --exposure ground, vine ya da canopy ile veya bir "exposure" sütunuyla belirtin.`,
  emptyFile: 'Dosya boş.',
  unitsDiffer: (column, option) => `Sütun ${column}, --units ${option} diyor. Birini kaldırın.`,
  celsius: 'En düşük sıcaklıklar santigrat.',
  fahrenheit: 'En düşük sıcaklıklar Fahrenheit.',
  unitColumn: 'En düşük sıcaklıklar her satırın kendi biriminde; boşsa santigrat.',
  unitUnknown: 'Birim hiçbir yerde yazmıyor: santigrat sayıldı. Fahrenheit için --units F.',
  ignored: (columns) => `Kullanılmayan sütunlar: ${columns}.`,
  looksFahrenheit: (line, minimum) =>
    `${line}. satırda en düşük sıcaklık ${minimum}: dünyada hiçbir gece santigrat olarak bu kadar sıcak değildir. --units F yazın; yalnız bu satır yanlışsa --units C.`,
  emptyFirstLine: 'Dosya boş bir satırla başlıyor; ilk satır sütunları adlandırır.',
  workbook:
    'Bu bir metin dosyası değil, Excel çalışma kitabı. Açıp Dosya, Farklı Kaydet, "CSV UTF-8 (virgülle ayrılmış)" seçin; birkaç sayfa varsa ölçümlerin olduğu sayfayı.',
  loggerExport:
    'Bu, bir kayıt cihazının dosyasına benziyor, ama hiçbir satırda hem saat hem sayı yok. Sütunlarını adlandırın: --time AD --temperature AD.',
  contradicted: (date, line, minimum) =>
    `${line}. satırda aynı sensörün ${date} için başka bir en düşük sıcaklığı var (${minimum.replace('-', '−').replace('.', ',')}). İkisi de kaydedilmedi: en düşüğünü bırakın.`,
  timeOfDay: (text) =>
    `"${text}" içinde saat var; bir satır bir gecedir. Geceyi bitiren sabahın tarihini ve gecenin en düşük değerini yazın.`,
  twoDates: (text, dayFirst, monthFirst) =>
    `"${text}" ${dayFirst} ya da ${monthFirst} olabilir. 2026-04-12 ya da 12.04.2026 gibi yazın.`,
  noText: 'Bu bir metin dosyası değil. UTF-8 CSV olarak kaydedin.',
  quoteInHeader: 'İlk satırda bir tırnak kapanmıyor.',
  twoColumns: (member, second) =>
    `İki sütun da "${member}" anlamına geliyor; ikincisi "${second}". Birini kaldırın.`,
  missingLocation: 'yer (ya da enlem ve boylam) veya --location AD',
  missingKind: 'tür (air_2m ya da plant) veya --kind TÜR',
  oneColumn: (cell) => `tek sütun, "${cell}"`,
  missingColumns: (missing, found) =>
    `İlk satır sütunları adlandırmalı; eksik: ${missing}.\n  Bulunan: ${found}\n  Beklenen: location,date,kind,minimum (ayrıca exposure,lat,lon,elevation,unit,station); virgül, noktalı virgül ya da sekmeyle ayrılmış.`,
  longLine: 'Satır 4.000 karakterden uzun.',
  notUtf8: 'Satır UTF-8 değil. Dosyayı UTF-8 CSV olarak kaydedin.',
  quote: 'Bir tırnak kapanmıyor.',
  noUnit: (text) => `"${text}" bir birim değil; C ve F bilinir.`,
  noPoint: (lat, lon) => `"${lat}", "${lon}" bir nokta değil.`,
  noHeight: (text) => `"${text}" bir yükseklik değil.`,
  noMinimum: 'En düşük sıcaklık eksik.',
  noTemperature: (text) => `"${text}" bir sıcaklık değil.`,
  wrongCount: (values, columns) => `${values} değer var; ilk satır ${columns} sütun adlandırıyor.`,
  decimalComma:
    'Virgüller arasındaki ondalık virgül tırnak içinde olmalı ya da değerler noktalı virgülle ayrılmalı. Tam dereceleri −2.0 gibi yazın.',
  otherDelimiter: {
    ',': 'Bu satır virgülle ayrılmış.',
    ';': 'Bu satır noktalı virgülle ayrılmış.',
    '\t': 'Bu satır sekmeyle ayrılmış.'
  },
  rowFault: ({ member, code }) => `${member ?? 'satır'}: ${rowFaults[code] ?? 'kabul edilmedi'}.`,
  refusedRow: 'kabul edilmedi',
  noAnswer: (url) => `${url} yanıt vermiyor. --url seçeneğini ve hizmetin çalıştığını denetleyin.`,
  unknownKey: 'Hizmet bu anahtarı tanımıyor. --key seçeneğini denetleyin.',
  noApi: (url) => `${url} adresinde API yok. --url, /observations öncesindeki adrestir.`,
  serviceAnswers: (url, status) =>
    `${url} adresindeki hizmet ${status} yanıtı verdi. Komutu daha sonra yeniden çalıştırın: gönderilenler kalır ve bir kez sayılır.`
}
