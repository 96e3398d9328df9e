import type { Catalogue } from '../en/registry.ts'
import { members } from './subscribe.ts'
import { intakes } from './thermometers.ts'

export const commands: Catalogue['cli']['commands'] = {
  serve: {
    summary: 'API’yi, sayfaları ve uyarıları sunar',
    usage: `ayaz serve [--role ROL]
  Durdurulana kadar API’yi, sayfaları ve uyarıları sunar.

  --role api      yalnızca istekleri yanıtlar; kalanını aynı PostgreSQL üzerindeki bir worker yapar
  --role worker   izler, değerlendirir, gönderir, bakım yapar; yalnızca /healthz, /readyz ve /metrics yanıt verir
  --role all      ikisi birden (varsayılan)

  Geri kalan her şey ortam değişkenleriyle ayarlanır ve hepsi isteğe bağlıdır; çizelgesi docs/configuration.md dosyasındadır.
  SIGTERM: /readyz, DRAIN_SECONDS boyunca 503 yanıtı verir, geri kalan her şey sunulmaya devam eder; yük dengeleyiciler başka
  yere yönelir. Sonra dinlemeyi bırakır, süren istekleri yanıtlar ve en geç DRAIN_SECONDS + 10 sn içinde biter.
  SIGINT (Ctrl-C): beklemeden aynısı, SIGTERM’den sonra da.`
  },
  frost: {
    summary: 'bir yerin önümüzdeki gecelerinin don riski',
    usage: `ayaz frost YER | ENLEM BOYLAM   [seçenekler]
  Önümüzdeki gecelerin don riski.

  ayaz frost malatya
  ayaz frost 38.35 38.31 --days 3
  ayaz frost malatya --crop kayısı --stage "tam çiçeklenme" --exposure canopy
  ayaz frost malatya --crop kayısı --stage auto

  --days N        1…16 gece (7)
  --crop ÜRÜN     puanı ürüne göre verir (--stage gerekir); Türkçe ve İngilizce adlar
  --stage DÖNEM   fenolojik dönem; auto tahmin eder (elma, kayısı, nectarine-big-top)
  --exposure X    ground (yer), vine (asma yüksekliği) veya canopy (ağaç tacı)
  --units X       metric veya imperial
  --lang X        en veya tr (yoksa terminalin dili)
  --json          API’nin kendi gövdesi, programlar için`
  },
  places: {
    summary: 'bir yeri ve kısa adını bulur',
    usage: `ayaz places METİN
  Adı METİN ile başlayan ya da böyle başlayan bir sözcük içeren yerler, en uygunu önce; her birinin değişmeyen kısa adıyla.

  ayaz places malat
  ayaz places "new york" --json

  --json    programlar için`
  },
  observe: {
    summary: 'ölçülen en düşük sıcaklıkları ya da kayıt cihazının dosyasını alır',
    usage: `ayaz observe DOSYA [SEÇENEKLER]
  Ölçülen en düşük sıcaklıkları alır: doğru satırlar kaydedilir, hatalılar satır numarasıyla listelenir. Yeniden çalıştırmak bir
  şeyi değiştirmez.

  İlk satır sütunları adlandırır: yer (ya da enlem ve boylam), tarih, tür, minimum; ayrıca exposure, rakım, birim,
  istasyon.
  tarih     geceyi bitiren sabah, 2026-04-12 veya 12.04.2026
  tür       air_2m (2 m’de siperli) veya plant (bitkinin yanında sipersiz)
  exposure  bitki sensörünün yeri: ground (yer), vine (asma yüksekliği) veya canopy (ağaç tacı)
  minimum   −2.3 veya −2,3; sütun adı (minimum_f), birim sütunu ya da --units Fahrenheit demedikçe santigrat
  Değerler virgül, noktalı virgül ya da sekmeyle ayrılır; UTF-8, UTF-16 ya da windows-1254.

  Ya da her satırında zaman ve sıcaklık olan bir kayıt cihazı dosyası: ölçümlerin tam olduğu geceler kaydedilir. İki türlü
  okunabiliyorsa ikisi de gösterilir, hiçbir şey kaydedilmez.

  ayaz observe bahce.csv --location malatya --kind air_2m --dry-run

  --location AD      yeri yazılmamış satırların yeri (kısa ad)
  --kind TÜR         türü yazılmamış satırların türü
  --exposure X       yeri yazılmamış bitki satırlarının yeri; o olmadan bu satırlardan bir şey öğrenilmez
  --station AD       istasyonu yazılmamış satırların istasyonu
  --lat --lon        bütün satırların noktası; metre olarak --elevation ile
  --units C|F        sıcaklıkların birimi
  --time SÜTUN       zaman sütunu, adıyla ya da sırasıyla
  --temperature SÜTUN  sıcaklık sütunu
  --dates dmy        tarihlerin sırası: dmy, mdy ya da ymd
  --zone DİLİM       cihazın saati: Europe/Istanbul ya da +03:00 gibi bir fark
  --dry-run          ne anlaşıldığını gösterir, hiçbir şey kaydetmez
  --rejects DOSYA    bütün hatalı satırları oraya yazar (yoksa ilk 100’ü gösterilir)
  --url ADRES        satırları çalışan bir hizmete gönderir, örneğin https://ayaz.example.org/api/v1
  --key ANAHTAR      onun API anahtarı; AYAZ_KEY değişkeni de olur

  --url yoksa satırlar doğrudan DATA_DIR ya da DATABASE_URL deposuna girer ve işletmecinin sayılır.`
  },
  backfill: {
    summary: 'bir yerin geçmiş tahminlerini alır',
    usage: `ayaz backfill YER | ENLEM BOYLAM
  Kaynağın son 60 gecenin her biri için bir ile yedi gün önceden ne dediğini ve şimdi ne dediğini alır; kayda, sonradan yapıldığı
  belirtilerek yazar. Servis bunu izlenen her yer için bir kez yapar; bu komut yineler: ayaz backfill malatya
  Kaynağın 4,4 çağrısına mal olur; günlük bütçeden artanla karşılanır.

  --json    programlar için`
  },
  migrate: {
    summary: 'veritabanını bu sürüme getirir',
    usage: `ayaz migrate
  Veritabanını (DATABASE_URL ya da DATA_DIR içindeki SQLite) bu sürümün şemasına getirir. "ayaz serve" bunu kendisi yapar; bu komut
  önceden yapmak içindir. Daha yeni bir sürümün değiştirdiği veritabanı reddedilir, dokunulmaz.

  --check   hiçbir şeyi değiştirmez, ne yapılacağını söyler; yapılacak bir şey varsa 1 durumuyla biter
  --json    programlar için`
  },
  setup: {
    summary: 'ilk sezon için gerekenleri sorar ve bir dosyaya yazar',
    usage: `ayaz setup [DOSYA]
  Adresleri ve Open-Meteo anahtarını sorar, DOSYA’ya yazar (varsayılan /etc/ayaz/ayaz.env, o klasör yoksa buradaki ayaz.env).
  Boş yanıt, olanı korur. Sonra "ayaz doctor" gibi arıza arar, ilk API anahtarını oluşturur, bir kanalı dener.`
  },
  backup: {
    summary: 'bütün veritabanını tek dosyaya yazar',
    usage: `ayaz backup DOSYA
  Veritabanını (DATABASE_URL ya da DATA_DIR içindeki SQLite) henüz var olmayan DOSYA’ya yazar ve denetler. Bu sırada hizmet sürer.
  Dosyada anahtarlar ve adresler vardır: yalnızca sahibi okuyabilir.

  --json    makineler için`
  },
  restore: {
    summary: 'yedeği boş bir veritabanına yükler',
    usage: `ayaz restore DOSYA [--replace [--lose-since ZAMAN]]
  "ayaz backup" ile yazılan DOSYA’yı DATABASE_URL veritabanına ya da DATA_DIR içindeki SQLite’a yükler: ya tümünü ya hiçbirini.
  Veritabanı boş olmalıdır. Bozuk ya da yarım kalmış yedek, daha yeni bir sürümün yedeği gibi, geri çevrilir.
  SQLite’tan PostgreSQL’e: hizmeti durdurun, sonra DATABASE_URL=postgres://… ayaz restore data/ayaz.sqlite

  --replace             durdurulmuş hizmetin veritabanının yerine geçer: yedeği alan eski sürüme dönüş yolu
  --lose-since ZAMAN    örneğin 2026-04-11T17:05:03Z sonrasındaki abonelik, onay ve gönderilmiş mesajlar yitebilir
  --json                makineler için`
  },
  intakes: intakes.command,
  members: members.command,
  keys: {
    summary: 'API anahtarlarını oluşturur, listeler, yeniler, iptal eder',
    usage: `ayaz keys create --tier AD [--operator] [--vouches] [--label METİN]
ayaz keys list
ayaz keys rotate KİMLİK
ayaz keys revoke KİMLİK
  X-API-Key için API anahtarları. Anahtar, TIERS içindeki bir katmana bağlıdır; bir kez gösterilir, yalnızca özeti saklanır.
  Çalışan bir hizmet, iptal edilen anahtarı bir dakika daha kabul eder. rotate yeni bir anahtar verir; eskisiyle açılan abonelikler kalır.

  --tier AD       hangi kota geçerli: free ya da TIERS içinden biri
  --operator      size ait anahtar: yalnızca işletmeciye açık kanalları kullanabilir, ölçümleri de herkesin tahminini
                  etkiler (OBSERVATIONS_SHARED=operator iken; varsayılan budur)
  --vouches       onayını sizin aldığınız üyeleri, kendilerine yeniden sormadan içe aktarabilir
  --label METİN   kime ait olduğu, liste için
  --json          programlar için`
  },
  subscriptions: {
    summary: 'abonelikleri durum ve kanala göre sayar',
    usage: `ayaz subscriptions
  Durum ve kanala göre kaç abonelik var, kaç yerde. Kime ait olduğu asla: adresler gösterilmez.

  --json    programlar için`
  },
  deliveries: {
    summary: 'ne bekliyor, ne teslim edildi, ne reddedildi',
    usage: `ayaz deliveries [ABONELİK_KİMLİĞİ]
  Gönderilmeyi bekleyenler ve gece yarısından (UTC) beri teslim edilen veya reddedilenler. Bir aboneliğin kimliğiyle: son 50 iletisi ve
  sonuçları. "delivered", kanal kabul etti demektir.

  --json    programlar için`
  },
  audit: {
    summary: 'yayımlanan gece tahminlerinin değiştirilmediğini ve silinmediğini denetler',
    usage: `ayaz audit [YER [--against SAYI:ÖZET]]
  Her gece için yayımlananların zincirini okur; bütün yerlerin ya da birinin: kısa ad, ENLEM,BOYLAM ya da ENLEM,BOYLAM,YÜKSEKLİK.
  Neyin değiştirildiğini ve hizmetin imzaladığı bir denetim noktası olmadan neyin silindiğini bildirir. Öyle bir şey varsa çıkış durumu 1 olur.
  "secrets" tablosundaki sunucu anahtarını da okuyan birinin değiştirdiğini, bütün veritabanının yerine konmuş eski bir kopyayı
  ve şemanın 22. sürümü imzalamadan önce değiştirileni göremez. Bunlara karşı, önceden not edilmiş ya da yayımlanmış bir özet
  işe yarar: --against 24:9f86d0… 24. satırın özetinin hâlâ o olup olmadığına bakar.

  ayaz audit malatya
  ayaz audit 38.355,38.31,980

  --json    programlar için`
  },
  'test-channel': {
    summary: 'bir kanaldan deneme iletisi gönderir',
    usage: `ayaz test-channel AD [HEDEF]
  Bir kanaldan DENEME işaretli bir ileti gönderir ve sonucunu bildirir. HEDEF kanalın gerektirdiğidir: adres, URL ya da bütün hedef
  JSON olarak; işletmecinin kendi adlandırdığı kanalda hiçbiri.

  ayaz test-channel email uretici@example.org
  ayaz test-channel telegram '{"chatId": 123456789}'
  ayaz test-channel koop-telegram

  --json    programlar için`
  },
  'test-gateway': {
    summary: 'bir geçide ne gönderileceğini gösterir',
    usage: `ayaz test-gateway AD [NUMARA]
  GATEWAYS_FILE içindeki bir geçide bir ileti için gidecek isteği, göndermeden ve gizli değerleri yazmadan gösterir;
  geçidin haber vereceği adresi de yazar. Bu adresin kendisi gizlidir.

  ayaz test-gateway sms +905321234567`
  },
  mcp: {
    summary: 'bir yapay zekâ yardımcısına araçları standart girdi ve çıktıdan sunar',
    usage: `ayaz mcp
  Kendisini başlatan programla Model Context Protocol (MCP) konuşur: yer bulma, bu gece, tahmin, doğrulama, abonelik.
  Bir sunucunun veritabanı gerekir; sunucu aynı anda çalışabilir ve iletileri o gönderir. Günlük, standart hataya yazılır.
  Sunucuya ulaşabilen bir yardımcı bunun yerine /mcp adresini kullanır.`
  },
  doctor: {
    summary: 'hataları arar ve ne yapılacağını söyler',
    usage: `ayaz doctor [--json]
  Sürümü, yapılandırmayı, klasörü ve veritabanını, saatleri, vekil sunucuyu, kanalları, her kaynağı ve bütçesini denetler.
  Veritabanını sunucu açılırken olduğu gibi açar: eksik klasör oluşturulur, eski şema güncellenir.
  Elle düzeltilmesi gereken bir şey varsa çıkış durumu 1 olur. Gizli değerler gösterilmez.`
  }
}

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
const optionWords: Readonly<Record<string, string>> = { time: 'zaman', temperature: 'sıcaklık' }
const wordOf = (option: string) => optionWords[option] ?? option

export const series: Catalogue['series'] = {
  orders: { ymd: 'yıl-ay-gün', dmy: 'gün-ay-yıl', mdy: 'ay-gün-yıl' },
  decimals: { ',': 'ondalık virgül', '.': 'ondalık nokta', none: 'tam derece' },
  zoneFrom: (say) => ({
    file: 'dosyada yazdığı gibi',
    option: `${say('zone')} ile verildiği gibi`,
    place: `yerin saati; başka bir saat için ${say('zone')}`
  }),
  rows: (count, step, first, last) => `${first} – ${last} arasında ${count} ölçüm, çoğu ${step} arayla.`,
  time: (column, order, zone, from) => `Zaman: ${column} sütunu, ${order}, ${zone} (${from}).`,
  temperature: (column, unit, decimal) => `Sıcaklık: ${column} sütunu, °${unit}, ${decimal}.`,
  column: (name, number) => (name === '' ? `${number}.` : `"${name}"`),
  minutes: (count) => `${count} dk`,
  withoutProbe: (count) => `${count} satırda algılayıcı bağlı değil yazıyor: alınmadı.`,
  night: (date, minimum, at) => `  ${date}  ${minimum}, saat ${at}`,
  gap: (date, from, until) =>
    `  ${date}  eksik, ${from} ile ${until} arasında güvenilir ölçüm yok: bu geceden öğrenilmez`,
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
  clockQuestion: (say) => ({
    no_time: (line, name, text) =>
      `satır ${line}, sütun "${name}": "${text}" tarihli bir saat değil. Şunlar olur: 2026-11-24 03:00, 24.11.2026 03:00, 20261124T0300, en az dört ondalıklı Excel günü (46350,1250), Unix saniyesi ya da milisaniyesi.`,
    no_day: (line, name) =>
      `satır ${line}, sütun "${name}": tarih yok, saat de üst satırdan ileri gitmiyor. Her satıra tarihini yazın.`,
    zone_word: (line, name, word) =>
      word === ''
        ? `satır ${line}, sütun "${name}": öteki satırlardaki gibi bir saat dilimi yazmıyor. Her satıra yazın: UTC, TRT ya da +03:00.`
        : `satır ${line}, sütun "${name}": "${word.toUpperCase()}" birden çok saat farkı olabilir. Saatlerin arkasına UTC, TRT ya da +03:00 yazın ya da cihazın ayarlı olduğu saati söyleyin: ${say('zone', '+03:00')}.`
  }),
  question: (say) => ({
    columns: (option, names) =>
      names.length === 0
        ? `Hiçbir sütun ${wordOf(option)} olarak tanınmadı. Adını ya da sırasını yazın: ${say(option, 'AD')}`
        : `Hangi sütun ${wordOf(option)}? Birini yazın: ${names.map((name) => say(option, `"${name}"`)).join(' ya da ')}`,
    no_column: (option, wanted, names) =>
      `${say(option, `"${wanted}"`)}: bu adda ya da sırada sütun yok. Olanlar: ${list(names)}.`,
    decimal_comma: (line) =>
      `satır ${line}: değerleri virgül ayırıyor, ondalık işareti de virgül olabilir. Dosyayı noktalı virgülle ya da ondalık noktayla kaydedin.`,
    date_order: (text, choices) =>
      `"${text}" ${choices.map(([order, date]) => `${date} (${say('dates', order)})`).join(' ya da ')} olabilir; hangisi olduğunu dosya göstermiyor.`,
    unit: (lowest, inC, inF) =>
      `Sıcaklıkların birimi hiçbir yerde yazmıyor. En düşük değer olan ${lowest}, ${inC} demekse ${say('units', 'C')}, ${inF} demekse ${say('units', 'F')} seçin.`,
    too_warm: (highest) =>
      `En yüksek değer ${highest} santigrat için çok sıcak. ${say('units', 'F')} mi demek istediniz?`,
    zone: (zone, before, after) =>
      `${zone} saati dosyanın içinde UTC${before} iken UTC${after} oluyor. Cihazın saati de değişti mi? Değiştiyse ${say('zone', zone)}, değişmediyse ayarlı olduğu saat: ${say('zone', before)} ya da ${say('zone', after)}.`,
    no_zone: (zone) =>
      `"${zone}" bir saat dilimi değil. ${say('zone', 'Europe/Istanbul')} ya da ${say('zone', '+03:00')} yazın.`,
    no_such_time: (line, zone) =>
      `satır ${line}: ${zone} saatine göre bu saat hiç olmadı ya da iki kez oldu, dosyada ise bir kez var. Cihazın saati değişmemiş: ayarlı olduğu farkı yazın, örneğin ${say('zone', '+01:00')}.`,
    backwards: (first, second) =>
      `satır ${first} ve ${second}: aralarında zaman geri gidiyor. ÖÖ/ÖS yazılmamış on iki saatlik bir saat mi, yoksa iki dosya mı? Her dosyayı ayrı verin.`,
    twice: (lines, values) =>
      `satır ${lines[0]} ve ${lines[1]}: aynı zaman için iki değer var (${values[0]} ve ${values[1]}). Yanlış olanı çıkarın.`,
    no_date: (line, text) => `satır ${line}: "${text}" bir tarih değil. 2026-11-24 03:00 gibi yazın.`,
    mixed_dates: 'Dosyadaki bütün tarihlere uyan ve gelecekte kalmayan bir gün, ay, yıl sırası yok.',
    future: (line, at) =>
      `satır ${line}: ${at} UTC henüz gelmedi. Cihazın saatini ve ${say('dates')} seçeneğini denetleyin.`,
    too_long: (most) => `Dosyada ${most} ölçümden fazlası var. Yıllara bölün.`,
    not_air: (line, text, others) =>
      `satır ${line}: "${text}" bir hava sıcaklığı değil${others === 0 ? '' : `; dosyada böyle ${others} değer daha var`}. Fahrenhayt (${say('units', 'F')}), kelvin ya da derecenin onda biri mi? °C olarak yazın.`,
    warm_night: (hour) =>
      `Bu dosyaya göre günün en sıcak zamanı güneş saatiyle ${hour}, yani gece. Cihazın saati yanlış ya da on iki saatlik saatin ÖÖ/ÖS bilgisi kaybolmuş: ${say('zone')} ile saatini yazın ya da zamanları düzeltin.`,
    no_readings: 'Hiçbir satırda hem zaman hem sıcaklık yok.'
  })
}
