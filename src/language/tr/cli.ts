import type { Catalogue } from '../en/registry.ts'
import { commands } from './commands.ts'

export const cli: Catalogue['cli'] = {
  commands,
  overview: (lines) =>
    `ayaz: hava durumu, don riski ve ulaşan uyarılar\n\nKullanım: ayaz KOMUT [SEÇENEKLER]\n\n${lines}\n\nAyrıntısı için: ayaz KOMUT --help`,
  noCommand: (name) => `"${name}" diye bir komut yok.`,
  nearCommand: (name) => `"ayaz ${name}" mı demek istediniz?`,
  formerCommands: { verify: 'Doğrulama artık kaynak klasöründen çalışır: npm run verify -- --data KLASÖR' },
  unknownWords: (command, words) => `ayaz ${command} şunu bilmiyor: ${words}.`,
  noArguments: (command) => `ayaz ${command} bağımsız değişken almaz.`,
  onlyRoleAndEnvironment:
    'ayaz serve yalnızca --role seçeneğini alır; geri kalan her şey ortam değişkenleriyle ayarlanır.',
  configurationMistakes: 'Yapılandırmada hatalar var:',
  listening: (url, address) => `Ayaz ${url} adresinde (dinlediği adres: ${address})`,
  working: (address) => `Ayaz çalışıyor (yoklama ve ölçümler için dinlediği adres: ${address})`,

  backFilled: {
    done: (nights, forecasts) => `${nights} geçmiş gece ve bunlar için ${forecasts} tahmin.`,
    none: 'Kullanılan kaynakların hiçbirinde geçmiş tahmin yok.',
    budget: 'Günlük bütçe buna yetmiyor. Bütçe 00.00’da (UTC) yenilenir.',
    no_answer: 'Kaynak yanıt vermedi. Sonra yeniden deneyin; "ayaz doctor" daha çoğunu söyler.'
  },
  backedUp: (file: string) => `Bu satırlar ${file} dosyasında; dosya baştan sona hatasız okundu.`,
  restored: (file: string) => `${file} dosyasının bu satırları artık veritabanında.`,

  headings: ['Gece', 'Puan', 'Düzey', 'Hava', 'Bitki (%10–90)', '0 °C altı (saat)', 'En soğuk', 'Tip'],
  none: 'Hiçbir gece için veri yok.',
  from: 'Tahmin zamanı',
  freshness: { fresh: 'güncel', aging: 'eskiyor', stale: 'eski' },
  demo: 'DEMO: örnek veri, hava durumu gerçek değildir.',
  days: 'gün',
  noStage: 'dönemi bilinmiyor',
  noSource: 'Hiçbir kaynak yanıt vermiyor, yeterince yeni saklı veri de yok. Nedenini "ayaz doctor" söyler.',
  nameOnePlace: 'Bir yer yazın ya da enlem ve boylam verin.',
  optionFaults: {
    missing_parameter: (option, allowed) => `--${option} gerekli. Geçerli değerler: ${allowed}.`,
    unknown_parameter: (option) => `--${option} diye bir seçenek yok.`,
    repeated_parameter: (option) => `--${option} birden çok kez verildi. Bir kez verin.`,
    empty_parameter: (option) => `--${option} boş. Bir değer verin ya da kaldırın.`,
    conflicting_parameters: (option) => `--${option} öbür seçeneklerle birlikte verilemez.`,
    invalid_format: (option, allowed) => `--${option} anlaşılamadı. Geçerli değerler: ${allowed}.`,
    out_of_range: (option, allowed) => `--${option} aralığın dışında. Geçerli değerler: ${allowed}.`,
    not_allowed: (option, allowed) => `--${option} için bu değer geçerli değil. Geçerli değerler: ${allowed}.`
  },
  optionValues: {
    days: '1 ile 16 arasında bir tam sayı',
    lat: '−90 ile 90 arasında ondalık derece',
    lon: '−180 ile 180 arasında ondalık derece',
    location: 'bir yerin adı veya kısa adı'
  },
  optionFault: (option, detail, allowed) => `--${option}: ${detail} Geçerli değerler: ${allowed}.`,
  pointFault: (_, allowed) => `Enlem veya boylam geçerli değil. Geçerli değerler: ${allowed}.`,

  writeName: 'Bir adın başını yazın.',
  noPlaceCalled: (slugs) =>
    `Bu adda bir yer yok.${slugs === '' ? '' : ` Şunu mu demek istediniz: ${slugs}?`}`,

  alreadyAt: (engine, version) => `${engine}: zaten ${version} sürümünde`,
  migrated: (engine, from, to) => `${engine}: ${from} sürümünden ${to} sürümüne getirildi`,
  olderMayGoOn: (isSo) =>
    `Eski sürümün süreçleri çalışmayı sürdürebilir mi: ${isSo ? 'evet' : 'hayır, önce hepsini durdurun'}.`,
  wouldMigrate: (engine, from, to) => `${engine}: ${from} sürümünden ${to} sürümüne getirilecek:`,

  keyWhat: 'Ne yapılacağını yazın: create, list, rotate veya revoke.',
  keyOne: 'Tek bir anahtar yazın; "ayaz keys list" anahtarları gösterir.',
  keyVerb: (verb) => `ayaz keys şunu bilmiyor: "${verb}".`,
  keyWords: (verb, words) => `ayaz keys ${verb} şunu bilmiyor: "${words}".`,
  tierMissing: '--tier eksik: anahtar için hangi kota geçerli.',
  noTier: (tier, tiers) => `"${tier}" diye bir katman yok. TIERS içindekiler: ${tiers}.`,
  keyCreated: (id, tier) => `Anahtar ${id}, katman ${tier}. Bir daha gösterilmez: saklayın.`,
  keyRotated: (id) =>
    `${id} için yeni anahtar: açtığı abonelikler onun kalır. Bir daha gösterilmez: saklayın. Eskisi bir dakika daha geçer.`,
  noKeys: 'Anahtar yok. "ayaz keys create --tier AD" bir tane oluşturur.',
  keyHeadings: ['kimlik', 'katman', 'yetki', 'oluşturma', 'durum', 'etiket'],
  vouching: 'üyelere kefil',
  operator: 'işletmeci',
  tierLost: (tier) => `${tier} (TIERS içinde yok: free)`,
  keyActive: 'geçerli',
  keyRevokedOn: (date) => `iptal ${date}`,
  keyRevoked: (id) => `Anahtar ${id} iptal edildi.`,
  noKey: (id) => `"${id}" diye geçerli bir anahtar yok. "ayaz keys list" anahtarları gösterir.`,

  subscriptionHeadings: ['durum', 'kanal', 'sayı'],
  totals: (places, nights) => `${places} yer izleniyor, ${nights} gece için uyarı sürüyor`,
  waiting: 'bekleyen',
  dueNow: 'zamanı gelen',
  lateMessages: '10 dakikadan fazla geciken',
  retrying: (channel: string) => `yeniden denenen, ${channel}`,
  retryingSince: (at: string) => `${at} tarihinden beri`,
  deliveredToday: 'bugün teslim edilen',
  refusedToday: 'bugün reddedilen',
  noSubscription: (id) => `"${id}" diye bir abonelik yok.`,
  noMessages: 'Henüz hiçbir ileti gönderilmedi.',
  deliveryHeadings: ['oluşturma', 'tür', 'durum', 'deneme', 'açıklama'],

  noChain: 'Orası için henüz yayımlanmış gece yok.',
  chainOf: (point, nights, synthetic) =>
    `${point}${synthetic ? ' (yapay hava)' : ''}: yayımlanan gecelerin ${nights} satırı`,
  chainIntact: (seq, hash) => `Sağlam. En yeni satırın (${seq}) özeti: ${hash}`,
  chainRemoved: (count, date) =>
    `İlk ${count} satır bilerek silindi; ${date} tarihli denetim noktası bunun içindir.`,
  chainsAudited: (chains, rows, wrong) =>
    `${chains} zincir, ${rows} satır okundu: ${wrong === 0 ? 'hepsi sağlam.' : `${wrong} tanesi sağlam değil.`}`,
  nightAltered: (seq, date, leadDays) =>
    `DEĞİŞTİRİLMİŞ: ${seq}. satır (${date} gecesi, ${leadDays} gün önceden) ya da ondan önceki sıra, yayımlanan gibi değil.`,
  nightsRemoved: (from, until) =>
    `SİLİNMİŞ: ${from === until ? `${from}. satır` : `${from}–${until} arası satırlar`} yok; bunun için denetim noktası da yok.`,
  checkpointInvalid: (seq) =>
    `DENETİM NOKTASI GEÇERSİZ: ${seq}. satıra kadar silindiğini hizmet imzalamamış.`,
  headAltered: (seq) => `DEĞİŞTİRİLMİŞ: zincirin son özeti, en yeni satırınki (${seq}) değil.`,
  headNotSigned: (seq) =>
    `İMZASIZ: ${seq}. satırın en yeni satır olduğunu hizmet imzalamamış. Zincirin sonu kesilmiş ya da zincir yeniden yapılmış.`,
  notAsPublished: (seq) => `YAYIMLANAN GİBİ DEĞİL: ${seq}. satırın özeti başka, ya da satır yok.`,
  registerNotSigned: 'İMZASIZ: zincirlerin listesini hizmet imzalamamış.',
  chainsChanged: (signed, found) =>
    `SİLİNMİŞ YA DA EKLENMİŞ: hizmet ${signed} zincir yaptı; şimdi ${found} tane var ya da bunlar başka.`,
  outsideChanged: (signed, found) =>
    `EKLENMİŞ YA DA DEĞİŞTİRİLMİŞ: zincirlerden önce yayımlanan gecelerden hizmet ${signed} tanesini imzaladı; şimdi ${found} tane var ya da bunlar başka.`,

  noChannel: (name, names) => `"${name}" diye bir kanal yok. Olanlar: ${names}.`,
  notConfigured: (name, variables) => `${name} yapılandırılmamış: ${variables} ayarlayın.`,
  sendsNothing: (name) => `${name} bir şey göndermez: iletileri okuyanı alır.`,
  noPlaces: 'Yer çizelgesi boş.',
  needsDestination: (name) => `${name} burada JSON olarak bir HEDEF gerektirir.`,
  sent: 'Gönderildi: kanal kabul etti.',
  readAt: (url) => `Şurada okunabilir: ${url}`,
  notNow: (reason) => `Şimdi olmadı: ${reason}`,
  refused: (reason) => `Reddedildi: ${reason}`
}

export const setup: Catalogue['setup'] = {
  begin: (file) => `Bütün sorular yanıtlanınca ayarlar ${file} dosyasına yazılır. Boş yanıt, olanı korur.`,
  questions: {
    SITE_URL: 'İnsanların siteyi açacağı adres, örneğin https://don.example.org.',
    OPERATOR_NAME: 'Hizmeti kim işletiyor? Her sayfada ve e-postada bu ad yazar.',
    OPERATOR_CONTACT: 'İnsanların size ulaşacağı yer, örneğin mailto:don@example.org.',
    MET_NORWAY_CONTACT:
      'MET Norway’in size ulaşabileceği bir e-posta adresi ya da site. Böylece MET Norway ücretsiz ikinci kaynak olur.',
    SECURITY_CONTACT: 'Güvenlik açıklarının bildirileceği adres, örneğin mailto:guvenlik@example.org.',
    OPEN_METEO_KEY: 'Hizmetiniz için para ödeniyorsa Open-Meteo anahtarı. Yazarken gösterilmez.'
  },
  none: 'ayarlanmamış',
  hidden: 'ayarlı, gösterilmez',
  unquotable: 'Kesme işareti olan bir yanıtta " \\ $ ` bulunamaz.',
  use: (file, program) => `systemd yoksa hizmeti bunlarla başlatın: set -a; . ${file}; ${program} serve`,
  place: 'Önce hangi yer? (il ya da ilçe)',
  noPlace: (text, near) => `“${text}” adında bir yer yok.${near === '' ? '' : ` Benzer adlar: ${near}.`}`,
  unchanged: (file) => `\n${file} olduğu gibi kalıyor.`,
  written: (file) => `\n${file} yazıldı. Geçerli olması için hizmeti yeniden başlatın.`,
  restart: 'Sıradaki: systemctl restart ayaz',
  later: (program) =>
    `Hizmet bir kez çalıştıktan sonra: ${program} keys create --tier free --operator ve ${program} test-channel ntfy '{"topic":"…"}'`,
  key: 'Size ait ilk API anahtarı oluşturulsun mu? Bir kez gösterilir. [e/H]',
  test: 'Şimdi deneme mesajı alacak ntfy konusu (boş: yok):',
  end: (address) => `\nHazır. Yerinizde bu gece: ${address}`,
  ended: 'Her şey yanıtlanmadan girdi bitti.'
}

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
  renamed: (line, now, before) =>
    `satır ${line}: sütunun adı "${before}" iken burada "${now}" yazıyor; altındaki değerlerin anlamı başka. Her bölümü ayrı dosya yapın.`,
  unitsDiffer: (column, option) => `Sütun ${column}, --units ${option} diyor. Birini kaldırın.`,
  celsius: 'En düşük sıcaklıklar santigrat.',
  fahrenheit: 'En düşük sıcaklıklar Fahrenheit.',
  unitColumn: 'En düşük sıcaklıklar her satırın kendi biriminde; boşsa santigrat.',
  unitUnknown: 'Birim hiçbir yerde yazmıyor: santigrat sayıldı. Fahrenheit için --units F.',
  ignored: (columns) => `Kullanılmayan sütunlar: ${columns}.`,
  looksFahrenheit: (line, minimum) =>
    `${line}. satırda en düşük sıcaklık ${minimum}: dünyada hiçbir gece santigrat olarak bu kadar sıcak değildir. --units F yazın; yalnız bu satır yanlışsa --units C.`,
  emptyFirstLine: 'Dosya boş bir satırla başlıyor; ilk satır sütunları adlandırır.',
  otherFile: {
    workbook:
      'Bu bir metin dosyası değil, Excel çalışma kitabı. Açıp Dosya, Farklı Kaydet, "CSV UTF-8 (virgülle ayrılmış)" seçin; birkaç sayfa varsa ölçümlerin olduğu sayfayı.',
    pdf: 'Bu bir PDF; içindeki tablo okunamaz. Ölçümleri, PDF’yi hazırlayan programdan CSV olarak kaydedin.',
    page: 'Dosyanın adı ne olursa olsun bu bir web sayfası (HTML). Excel ile açıp Dosya, Farklı Kaydet, "CSV UTF-8 (virgülle ayrılmış)" seçin.'
  },
  loggerExport:
    'Bu, bir kayıt cihazının dosyasına benziyor, ama hiçbir satırda hem saat hem sayı yok. Sütunlarını adlandırın: --time AD --temperature AD.',
  contradicted: (date, line, minimum) =>
    `${line}. satırda aynı sensörün ${date} için başka bir en düşük sıcaklığı var (${minimum.replace('-', '−').replace('.', ',')}). İkisi de kaydedilmedi: en düşüğünü bırakın.`,
  contradictsEarlier: (date, line, minimum) =>
    `${line}. satırda aynı sensörün ${date} için başka bir en düşük sıcaklığı var (${minimum.replace('-', '−').replace('.', ',')}) ve kaydedildi; bu satır kaydedilmedi. En düşüğünü bırakın.`,
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
  noHeight: (text) => `"${text}" bir yükseklik değil. 1234 gibi tam metre yazın.`,
  noMinimum: 'En düşük sıcaklık eksik.',
  noTemperature: (text) => `"${text}" bir sıcaklık değil.`,
  wrongCount: (values, columns) => `${values} değer var; ilk satır ${columns} sütun adlandırıyor.`,
  decimalComma:
    'Virgüller arasındaki ondalık virgül tırnak içinde olmalı ya da değerler noktalı virgülle ayrılmalı. Tam dereceleri −2.0 gibi yazın.',
  otherDelimiter: {
    ',': 'Bu satır virgülle ayrılmış.',
    ';': 'Bu satır noktalı virgülle ayrılmış.',
    '\t': 'Bu satır sekmeyle ayrılmış.',
    '|': 'Bu satır dikey çizgiyle ayrılmış.'
  },
  rowFault: ({ member, code }) => `${member ?? 'satır'}: ${rowFaults[code] ?? 'kabul edilmedi'}.`,
  refusedRow: 'kabul edilmedi',
  noAnswer: (url) => `${url} yanıt vermiyor. --url seçeneğini ve hizmetin çalıştığını denetleyin.`,
  unknownKey: 'Hizmet bu anahtarı tanımıyor. --key seçeneğini denetleyin.',
  noApi: (url) => `${url} adresinde API yok. --url, /observations öncesindeki adrestir.`,
  serviceAnswers: (url, status) =>
    `${url} adresindeki hizmet ${status} yanıtı verdi. Komutu daha sonra yeniden çalıştırın: gönderilenler kalır ve bir kez sayılır.`
}
