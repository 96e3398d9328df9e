import type { Catalogue } from '../en/registry.ts'

export const thermometers: Catalogue['thermometers'] = {
  title: 'Termometreleriniz',
  intro:
    'Bir tarlanın en iyi tahmini, içindeki termometreyle düzeltilendir. İstasyonunuzu buradan bağlayın ya da ne ölçtüğüne bakın.',
  open: 'Termometrelerimi aç',
  token: 'Uyarınızın bağlantısı, API anahtarı ya da istasyonun şifresi',
  tokenRefused:
    'Bununla bir şey açılmadı. İletideki bağlantının tamamını, anahtarı ya da şifreyi yapıştırın.',
  none: 'Henüz bağlı termometre yok.',
  unnamed: 'adı yok',
  look: 'Aç',
  lookAgain: 'Yeniden bak',
  more: (count) => `${count} termometre daha var, burada gösterilmiyor; API hepsini listeler.`,
  back: 'Bütün termometreler',
  make: 'İstasyon bağla',
  makeText:
    'Her istasyonun ya da konsolun bir şifresi olur. Üç adımda bağlanır: ad verin, iki satırı istasyona yazın, termometresinin nerede asılı olduğunu söyleyin.',
  name: 'Ad',
  namePlaceholder: 'Aşağı tarla',
  unit: 'Konsolun gösterdiği',
  units: { names: 'alan adlarının söylediği gibi', C: '°C', F: '°F' },
  makeButton: 'Bağla',
  change: 'Kaydet',
  secretTitle: 'İstasyona bunları yazın',
  secretOnce: 'Şifre bunun içindedir ve bir daha gösterilmez: not alın ya da bu sayfayı o sırada açık tutun.',
  secretWhere:
    'Ecowitt: WS View ya da WS Tool uygulamasında “Weather services”, “Customized”: protokol Ecowitt ve bu satırlar.',
  server: 'Sunucu (Server)',
  path: 'Yol (Path)',
  port: 'Port',
  interval: 'Aralık (Interval)',
  seconds: (seconds) => `${seconds} sn`,
  wholeAddress: 'Aynısı tek satırda',
  otherStations: 'Başka istasyonlar',
  httpClosed:
    'Bu hizmet şifrelenmemiş gönderimi yalnızca kendi ağından alır. Başka yerden istasyon https adresine göndermelidir.',
  afterwards: 'İlk gönderimden sonra termometreleri burada listelenir: birkaç dakika sonra yeniden bakın.',
  lastContact: 'Son gönderim',
  silent: (when) => `Bu istasyonun bir termometresinden ${when} zamanından beri ölçüm gelmiyor.`,
  silentRemedy:
    'Pilini, elektriğini ve bağlantısını denetleyin: o olmadan geceleriniz yalnızca tahmine göre hesaplanır.',
  isSilent: 'ölçüm gelmiyor',
  never: 'henüz yok',
  revokedSince: (when) => `${when} kaldırıldı`,
  channels: 'Gönderdikleri',
  channelsText:
    'Eşlenmeyenden hiçbir şey saklanmaz. Sekiz algılayıcıdan hangisinin bahçede asılı olduğunu hizmet tahmin etmez.',
  notMapped: 'eşlenmedi',
  indoors: 'oda içinde',
  mappedTo: 'Asılı olduğu yer',
  wheres: {
    none: 'eşlenmedi',
    air_2m: 'gölgede, 1,5–2\u00a0m yükseklikte',
    ground: 'yerde, bitkilerin arasında',
    vine: 'asma yüksekliğinde',
    plant: 'bitkilerin arasında',
    canopy: 'ağaç tacının içinde'
  },
  place: 'Yer ya da koordinat',
  map: 'Yerini kaydet',
  sensor: (where) => `Termometre: ${where}`,
  readings: 'Üç gün',
  noReadings: 'Henüz saklanmış ölçüm yok.',
  chart: (count, low, last) =>
    `Üç günde ${count} ölçüm, tahminle birlikte; en düşüğü ${low}, sonuncusu ${last}.`,
  keys: { reading: 'ölçülen', forecast: 'hava tahmini', range: 'gecenin en düşüğü için tahmin aralığı' },
  lastReading: 'Son ölçüm',
  taught: 'Öğrettikleri',
  nights: (nights) => `${nights} gece tahminle karşılaştırıldı.`,
  colder: (degrees) =>
    `Ortalama olarak tahminden ${degrees} daha soğuk ölçüyor; buradaki tahminler bunu hesaba katar.`,
  warmer: (degrees) =>
    `Ortalama olarak tahminden ${degrees} daha sıcak ölçüyor; buradaki tahminler bunu hesaba katar.`,
  even: 'Ortalama olarak tahmin edildiği gibi ölçüyor.',
  noNight:
    'Henüz karşılaştırılan gece yok: bunun için geceden önce yapılmış bir tahmin ve gün doğumundan sonrasına kadar ölçüm gerekir.',
  needsNights: (missing) =>
    `Henüz geçmişi yok: ${missing} gece daha gerekiyor. O zamana dek gecelerinizi yalnızca daha soğuk gösterebilir, hiçbir uyarıyı geri aldırmaz.`,
  hasRecord: 'Geçmişi var: ölçümleriyle geceleriniz daha soğuk da daha sıcak da olabilir.',
  setAside: (night) =>
    `${night}den beri kenara ayrıldı: üst üste üç gece hem önceki ölçümlerinden hem tahminden çok uzaktı. İşletmeci kabul edene kadar gecelerinizi yalnızca daha soğuk gösterebilir.`,
  untilMended:
    'Ölçümleri düzelene kadar kenara ayrıldı: o zamana dek gecelerinizi yalnızca daha soğuk gösterebilir.',
  byHand: 'Sizin okuduğunuz',
  waiting: (nights) => `Alışılmadık ${nights} gece, sonraki geceye göre değerlendirilecek.`,
  noExposure: 'Ondan bir şey öğrenilmez, çünkü bitkilerin neresinde asılı olduğu bilinmiyor.',
  refusals: 'Alınmayanlar',
  noRefusals: 'Gelenlerin hepsi alındı.',
  refusal: (count, when) => `${count} kez, sonuncusu ${when}`,
  reasons: {
    clock: 'İstasyonun saatine göre ölçüm başka bir zamana ait. Saatini ya da saat dilimini ayarlayın.',
    implausible: 'Algılayıcı bağlı değil ya da hava bu kadar soğuk veya sıcak olamaz.',
    invalid_type: 'Değer bir sayı değil.',
    units_contradict:
      'İstasyon, alan adlarının söylediğinden başka birimlere ayarlı. Konsolun ne gösterdiğini aşağıda söyleyin.',
    unit_unknown: 'Alanın adında birim yok. Konsolun ne gösterdiğini aşağıda söyleyin.',
    too_large: 'Gönderim 64\u00a0kB’tan büyük.',
    too_many_fields: 'Gönderimde 300’den çok alan var.',
    repeated_field: 'Bir alanın iki değeri var.',
    not_decoded:
      'Ağ veriyi çözmeden gönderiyor. Orada aygıt için bir çözücü (payload formatter, codec) seçin.',
    no_temperature: 'Gönderimde adı sıcaklık olan bir alan yok.',
    unreadable: 'Gönderim okunamıyor. İstasyonda seçili protokolü denetleyin.',
    unreadable_time: 'Gönderimin saati okunamıyor.',
    sensor_revoked: 'Termometre kaldırılmış.',
    too_many_channels: 'İstasyonun 400’den çok alanı var.',
    location_not_found: 'Yeri bilinmiyor.',
    other: 'Alınamadı.'
  },
  rotate: 'Yeni şifre',
  rotateText: 'Eski şifre o andan sonra geçmez. Eşlemeler kalır.',
  revoke: 'Bu istasyonu kaldır',
  revokeText: 'Ondan artık bir şey alınmaz. Gönderdikleri kalır.',
  revokeSure: 'Evet, kaldır',
  revokeNot: 'Hayır, kalsın',
  done: {
    made: 'İstasyon bağlandı.',
    changed: 'Kaydedildi.',
    mapped: 'Kaydedildi. Ölçümleri bir sonraki gönderimden başlayarak saklanır.',
    unmapped: 'Kaydedildi. Ondan artık bir şey saklanmaz.',
    rotated: 'İstasyonun yeni bir şifresi var; eskisi artık geçmez.',
    revoked: 'İstasyon kaldırıldı.'
  },
  faults: {
    made_before: 'Bu istasyon zaten bağlandı. Şifresi kaybolduysa istasyonu açıp yenisini alın.',
    too_many: (most) => `Zaten ${most} istasyon var. Bir istasyonun birçok termometresi olabilir.`,
    no_name: 'Ad çok uzun: en çok 64 harf.',
    station_name:
      'Termometrenin adı harf ya da rakamla başlar; içinde yalnızca harf, rakam ve . _ : / - olabilir.',
    no_place: (written) =>
      `“${written}” burada bilinen bir yer değil. Malatya gibi bir ad ya da 38.355, 38.310 gibi koordinat yazın.`,
    taken: 'Başka bir algılayıcınız zaten bu termometre olarak saklanıyor. Buna başka bir ad verin.',
    never_heard: 'İstasyon bunu artık göndermiyor. Yeniden bakın.',
    read_only:
      'Şifreyle bu sayfa yalnızca okunur. Değiştirmek için uyarınızın bağlantısıyla ya da anahtarla açın.'
  },
  file: {
    title: 'Kayıt cihazının dosyası',
    intro:
      'Kayıt cihazınızın ya da hesap tablosunun kaydettiği, her satırında saat ve sıcaklık olan dosyayı gönderin. Sayfa önce onu nasıl anladığını gösterir; ikinci düğmeye basmadan hiçbir şey kaydedilmez.',
    file: 'Dosya (CSV ya da metin, en çok 2\u00a0MB)',
    look: 'Dosyaya bak',
    options: 'Başka türlü oku',
    says: {
      units: 'Değerlerin birimi',
      zone: 'Cihazın saati',
      dates: 'Tarihlerin sırası',
      time: 'Zaman sütunu',
      temperature: 'Sıcaklık sütunu'
    },
    asTheFile: 'dosyada göründüğü gibi',
    zonePlaceholder: 'Europe/Istanbul, +03:00',
    columnPlaceholder: 'adı ya da sırası',
    again: 'Yeniden bak',
    understood: 'Dosya nasıl anlaşıldı',
    question: 'Önce bir soru',
    notRead: 'Okunmayan satırlar',
    more: (count) => `… ve ${count} tane daha`,
    nights: 'Gece gece',
    nothingStored: 'Henüz hiçbir şey kaydedilmedi.',
    nothingNew: 'Ölçümleri tam olan gece yok, son aydan ölçüm de yok: kaydedilecek bir şey yok.',
    store: (nights, readings) =>
      readings === 0 ? `${nights} geceyi kaydet` : `${nights} geceyi ve son aydan ${readings} ölçümü kaydet`,
    stored: (readings) => `Son aydan ${readings} ölçüm de kaydedildi.`,
    faults: {
      none: 'Önce bir dosya seçin.',
      too_large:
        'Dosya 2\u00a0MB’tan büyük. Sezonlara bölün ya da işletmeciden “ayaz observe” ile almasını isteyin.',
      too_slow: 'Dosyayı okumak çok uzun sürdü. Sezonlara bölün.',
      busy: 'Şu anda başka dosyalar okunuyor. Bir dakika sonra yeniden deneyin.',
      no_series:
        'Bu dosyanın hiçbir satırında hem saat hem sıcaklık yok. Gece listesiyse her geceyi “Ne kadar soğuktu?” altında girin ya da işletmeciden “ayaz observe” ile almasını isteyin.'
    }
  },
  placement: 'Termometre nereye asılır',
  placements: [
    'Yerden 1,5\u00a0m yukarıya, en çok 2\u00a0m’ye.',
    'Bütün gün gölgede kalan, içinden hava geçen beyaz bir siperin içine; duvara ya da çatı altına değil.',
    'Tarlanın en soğuk yerine, soğuk havanın toplandığı alçak ucuna.',
    'Bitkinin kendisi için siperi olmayan ikinci bir tane, tomurcuk ve yaprak yüksekliğine.'
  ]
}

export const intakes: Catalogue['intakes'] = {
  command: {
    summary: 'istasyonların gönderim şifreleri: oluşturur, eşler, yeniler, iptal eder',
    usage: `ayaz intakes create [--label METİN] [--unit C|F]
ayaz intakes list
ayaz intakes show KİMLİK
ayaz intakes map KİMLİK ALAN --location YER --kind TÜR [--device CİHAZ] [--exposure KONUM] [--station AD]
ayaz intakes rotate KİMLİK
ayaz intakes revoke KİMLİK
  İşletmecinin girişleri (docs/stations.md). Şifre bir kez gösterilir, yalnızca özeti saklanır. İstasyonun gönderdiklerini
  "show" listeler; eşlenmeyen alandan hiçbir şey saklanmaz.

  --unit C|F      alanların adı ne olursa olsun istasyonun ölçtüğü birim
  --kind TÜR      air_2m veya plant; plant için --exposure ground, vine veya canopy
  --json          programlar için`
  },
  what: 'Ne yapılacağını yazın: create, list, show, map, rotate veya revoke.',
  words: (words) => `ayaz intakes şunu bilmiyor: "${words}".`,
  unitIs: '--unit C veya F olur.',
  none: 'Giriş yok. "ayaz intakes create" bir tane oluşturur.',
  unknown: (id) => `"${id}" diye bir giriş yok. "ayaz intakes list" girişleri gösterir.`,
  secret: (id) => `Giriş ${id}. Şifre bir daha gösterilmez: istasyona yazın.`,
  headings: ['kimlik', 'sahibi', 'birim', 'son gönderim', 'durum', 'etiket'],
  channelHeadings: ['cihaz', 'alan', 'son değer', 'birim', 'son duyulma', 'sensör'],
  refusalHeadings: ['alınmayan', 'sayı', 'en yenisi', 'neden'],
  active: 'geçerli',
  revoked: (id) => `Giriş ${id} iptal edildi.`,
  mapped: (field) => `"${field}" eşlendi: okumaları artık saklanıyor.`,
  notMapped: 'eşlenmedi'
}

export const howCold: Catalogue['howCold'] = {
  title: 'Kaç dereceydi?',
  intro: 'Termometrenizin gösterdiğini yazın: sayfa bunun tahminle nasıl karşılaştığını söyler.',
  degrees: 'Termometreniz',
  placeholder: '−2,3',
  when: 'Ne zaman',
  whens: { night: 'dün gecenin en düşüğü', now: 'şimdi' },
  where: 'Asılı olduğu yer',
  unit: 'Birim',
  place: 'Yer ya da koordinat',
  send: 'Karşılaştır',
  yours: (degrees, when) => `Sizin okuduğunuz: ${degrees} (${when}).`,
  nowWords: 'şimdi',
  foretoldNight: (value, low, high) =>
    `Bir gün önceki tahmin ${value} idi; böyle 10 gecenin 8’inde ${low} ile ${high} arasında olur.`,
  foretoldNow: (value) => `Bu saatin tahmini ${value}.`,
  noForecast: 'Buranın o zamana ait saklanmış tahmini yok; karşılaştırılacak bir şey bulunamadı.',
  noPlantNow: 'Saatlik tahmin havanındır; bitki için gecenin en düşüğü karşılaştırılabilir.',
  colder: (degrees) => `Ölçümünüz tahminden ${degrees} daha soğuk.`,
  warmer: (degrees) => `Ölçümünüz tahminden ${degrees} daha sıcak.`,
  even: 'Ölçümünüz tahmin edildiği gibi.',
  inside: 'Tahmin aralığının içinde.',
  outside: 'Tahmin aralığının dışında.',
  lostSign: (degrees) => `${degrees} demek istediyseniz eksi işaretiyle yeniden yazın.`,
  stored:
    'Tarlanızın ölçümü olarak saklandı. On gece bilinene kadar gecelerinizi yalnızca daha soğuk gösterebilir.',
  notStored:
    'Yalnızca size gösterildi, hiçbir tahmini değiştirmez. Tarlanız için sayılsın isterseniz uyarınızın sayfasında yazın ya da bir termometre bağlayın.',
  again: 'Başka bir değer yaz',
  back: 'Tahmine dön',
  faults: {
    none: 'Termometrenin gösterdiğini yazın, örneğin −2,3.',
    noNumber: (written) => `“${written}” bir sıcaklık değil. −2,3 gibi yazın.`,
    outOfRange: (written) =>
      `${written} bir hava ya da bitki sıcaklığı olamaz. Sayıyı ve birimini denetleyin.`,
    implausible: (written) =>
      `${written} tahminden olamayacak kadar uzak. Sayıyı, eksisini ve birimini denetleyin; hiçbir şey saklanmadı.`,
    noPlace: (written) =>
      `“${written}” burada bilinen bir yer değil. Malatya gibi bir ad ya da 38.355, 38.310 gibi koordinat yazın.`,
    noChoice: (list, written) => `“${list}” listesinde “${written}” yok. Listeden seçin.`,
    noNight: 'Burada son günlerde gece olmadı.',
    revoked: 'Bu termometre kaldırılmış.'
  }
}
