import type { Catalogue } from '../en/registry.ts'

export const doctor: Catalogue['doctor'] = {
  subjects: {
    version: 'sürüm',
    configuration: 'yapılandırma',
    folder: 'klasör',
    database: 'veritabanı',
    clock: 'saat',
    site: 'site',
    metrics: 'ölçümler',
    service: 'hizmet',
    proxy: 'vekil sunucu',
    widgets: 'kutular',
    channels: 'kanallar',
    channel: (kind) => `kanal ${kind}`,
    keys: 'anahtarlar',
    sources: 'kaynaklar',
    source: (id) => `kaynak ${id}`,
    thermometers: 'termometreler',
    watchedPlaces: 'izlenen yerler',
    airports: 'havalimanları'
  },
  secretSet: '(ayarlı, gösterilmez)',
  notShown: '(gösterilmez)',
  version: (version, node) => `Ayaz ${version}, Node ${node}`,
  above: 'Yukarıdaki iletiye bakın.',
  folderGood: (path) => `${path} yazılabilir`,
  folderRemedy:
    'Bu kullanıcıya orada yazma izni verin veya DATA_DIR değişkenini başka bir klasöre ayarlayın (SQLite kullanılıyorsa veritabanı oradadır).',
  folderOpen: (files) => `bu makinedeki başkaları okuyabiliyor: ${files}`,
  damaged: (findings) => `dosya bozuk: ${findings}`,
  damagedRemedy:
    'Hizmeti durdurun, dosyaların bir kopyasını saklayın ve yedeği geri yükleyin; ya da okunabileni "sqlite3 ayaz.sqlite .recover" ile kurtarın.',
  integrityUnknown: (reason) => `bütünlüğü denetlenemedi: ${reason}`,
  serviceGood: 'çalışıyor, bütün işleri sürüyor',
  serviceNotReady: 'çalışıyor ama henüz açılıyor ya da kapanıyor',
  checkSince: (check, time) => `${check} (${time} tarihinden beri)`,
  serviceFailing: (checks) => `çalışıyor ama başarısız olanlar var: ${checks}`,
  serviceRemedy: 'Nedeni günlüktedir: error düzeyinde "check_failing".',
  serviceAbsent: (address, active) =>
    `${address} adresinde yanıt veren yok${active === 0 ? '' : `; ${active} etkin abonelik onu bekliyor`}`,
  serviceAbsentRemedy: 'Hizmeti başlatın ya da HOST ve PORT değerlerini burada da hizmetteki gibi verin.',
  watchedBySome: 'bir süreç yerleri izliyor ve iletileri gönderiyor',
  watchedByNone: 'yerleri izleyen ve ileti gönderen bir süreç yok',
  watchedByNoneSince: (time) => `${time} tarihinden beri yerleri izleyen ve ileti gönderen bir süreç yok`,
  watchedByNoneRemedy:
    'ROLE=worker ya da ROLE=all ile bir süreç başlatın; çalışan varsa nedeni onun günlüğündedir.',
  versionAndSchema: (version, schema) => `Ayaz ${version}${schema === null ? '' : ` (şema ${schema})`}`,
  otherVersion: (running, here) => `çalışan ${running}; bu komut ${here}`,
  otherVersionRemedy: 'Hizmeti kurulu olan sürümle yeniden başlatın.',
  noDatabase: (folder) => `${folder} içinde henüz veritabanı yok`,
  noTables: 'PostgreSQL yanıt veriyor, içinde henüz Ayaz tabloları yok',
  noDatabaseRemedy:
    'İlk başlatma oluşturur. Çalışan bir hizmet varsa DATA_DIR ya da DATABASE_URL değerini burada da hizmetteki gibi verin.',
  olderSchema: (from, to) => `şeması ${from}, bu Ayaz’ınki ${to}`,
  olderSchemaRemedy:
    'Yeni hizmeti başlatın ya da "ayaz migrate" çalıştırın; o zamana kadar hizmet veren sürümü kullanın. Aşağıdakiler veritabanı olmadan incelendi.',
  clockOld: (time) => `${time}, bu sürümün çıkışından önce`,
  clockRemedy: 'Saati ayarlayın; tahminler ve imzalar ona bağlıdır.',
  clockNear: (seconds) => `veritabanının saatiyle arasında ${seconds} sn var`,
  clockAhead: (seconds) => `veritabanının saatinden ${seconds} sn ileri`,
  clockBehind: (seconds) => `veritabanının saatinden ${seconds} sn geri`,
  clockFarRemedy:
    'Her iki makinede NTP çalıştırın: aynı veritabanını kullananlar saatlerini karşılaştırır, yoksa iletiler geç ya da iki kez gelir.',
  metricsByToken: 'METRICS_TOKEN anahtarıyla okunur',
  metricsHere:
    '/metrics yalnızca bu makineye, doğrudan ve localhost gibi bir geri döngü adıyla sorulduğunda yanıt verir',
  metricsRemedy:
    'Başka yerden ya da bu makinedeki bir vekil sunucu üzerinden okumak için METRICS_TOKEN değişkenini ayarlayın.',
  siteUnset: 'SITE_URL ayarlı değil: yanıtlardaki ve iletilerdeki bağlantılar localhost adresine gider',
  siteRemedy: 'SITE_URL değişkenini insanların kullandığı adrese ayarlayın.',
  proxyUntrusted: 'çalışan hizmet, TRUST_PROXY içinde adı olmayan bir uçtan X-Forwarded-For gördü',
  proxyUntrustedRemedy:
    'Vekil sunucunuzsa TRUST_PROXY içine yazın, yoksa bütün ziyaretçileri tek kotayı paylaşır; bu kapıya doğrudan ulaşan başkalarıysa yalnızca vekil sunucuya izin verin.',
  proxyTrusted: (peers) => `güvenilen: ${peers}`,
  proxyEveryoneRemedy:
    'Bu durumda herkes istediği adresi öne sürebilir ve hiçbir kota tutmaz: TRUST_PROXY içine yalnızca vekil sunucularınızın adreslerini yazın.',
  proxyNone: 'güvenilen yok: her istek geldiği adres için sayılır',
  proxyNoneRemedy:
    'Bir vekil sunucu arkasındaysa TRUST_PROXY değişkenini ayarlayın, yoksa bütün ziyaretçiler tek kotayı paylaşır.',
  backFilled: (done, places) => `${places} yerin ${done} tanesinde kaynağın geçmiş tahminleri var`,
  backFilledRemedy:
    'Servis bunları günlük bütçeden artanla kendiliğinden alır. Tek bir yer için hemen: ayaz backfill YER',
  airportsOff: 'raporları alınmıyor: METAR=off ya da bütün hava verileri yapay',
  airportsAnswer: (count) => `raporlarının sunucusu yanıt veriyor (1 havalimanından ${count} rapor)`,
  airportsRemedy:
    'Ağı ve METAR_URL değişkenini denetleyin; yanıt gelene dek geceler havalimanlarıyla izlenmez. METAR=off ile kapatılır.',
  realData: 'gerçek veri alındı',
  demoData: 'hiçbir kaynak henüz yanıt vermedi: örnek veri gösteriliyor',
  widgetsNamed: (count, path) => `${path} içinde ${count} tane`,
  widgetHides: (slug) => `"${slug}" aynı zamanda bir yer; kutu sayfasında sizinki görünür`,
  widgetHidesRemedy: 'Yerin sayfası kalsın istiyorsanız kutuya başka bir kısa ad verin.',
  channelHalfSet: (given, missing) => `gerçek veriyle sunulmuyor: ${given} ayarlı, ${missing} eksik`,
  channelHalfSetRemedy: (given, missing) =>
    `Eksik olanı (${missing}) ayarlayın veya kanalı istemiyorsanız ayarlı olanı (${given}) kaldırın.`,
  channelServerAnswers: 'sunucusu yanıt veriyor ve ayarları kabul ediyor',
  channelServerUntried: (reason) => `sunucusunun denenmesi beklenmedik biçimde sona erdi: ${reason}`,
  channelServerUntriedRemedy:
    'Kanalın değişkenlerini ve sunucusunu denetleyin; ikisi de doğruysa bu Ayaz’ın bir hatasıdır: bu satırla birlikte bildirin.',
  refused: (count, reason) => `son bir günde ${count} ileti kabul edilmedi. ${reason}`,
  refusedRemedy:
    '"ayaz deliveries" bunları listeler; kanalların neye ihtiyaç duyduğu docs/channels.md içindedir.',
  channelUnserved: (channel, count) =>
    `${count} etkin abonelik hiçbir şey almıyor: "${channel}" kanalı ayarlı değil`,
  channelUnservedRemedy: 'Kanalı yeniden ayarlayın; hangi değişkenlerle olduğu docs/channels.md içindedir.',
  tierUnknown: (tier, keys) =>
    `${keys} anahtarın katmanı "${tier}", TIERS içinde yok; kotaları "free" kotasıdır`,
  tierUnknownRemedy:
    'Katmanı TIERS içine yazın ya da başka anahtarlar oluşturup bunları iptal edin; "ayaz keys list" bunları gösterir.',
  noSources: 'hiçbiri yapılandırılmamış',
  noSourcesRemedy: 'Olağan kaynaklar için SOURCES değişkenini kaldırın.',
  watched: (watched, source, fully, atLeast) =>
    `${watched} yer izleniyor; ${source} kaynağının günlük bütçesi kendi aralığıyla ${fully}, gecede üç yenilemeyle ${atLeast} yere yeter`,
  fields: (fields, source, cells) =>
    `bunların ${fields} tanesi tarla; yenilenmeleri ${source} kaynağından ızgara gözü başına bir, toplam ${cells} nokta tutar`,
  fieldSeasons: (fields, seasons, calls) =>
    `dönemi tahmin edilen ${fields} tarla, ızgara gözü başına bir, toplam ${seasons} mevsim verisi ister; bu günde ${calls} istek eder`,
  fieldPast: (cells, calls) => `geçmiş haftaları bir kereliğine ${cells} sorgu ister; bu ${calls} istek eder`,
  watchedRemedy:
    'Ücretsiz olan MET_NORWAY_CONTACT değişkenini ayarlayın; bir anahtar alın (OPEN_METEO_KEY), kendi Open-Meteo sunucunuzu kurun (OPEN_METEO_URL) ya da SOURCES içinde günlük bütçesi olmayan bir kaynağı başa alın.',
  beyondShares: (networks, share, beyond) =>
    `${networks} ağ bunun eşit payından (ağ başına ${share} yer) fazlasını izliyor; bu ağların ${beyond} yeri ötekilerden sonra yenilenir`,
  beyondSharesRemedy:
    'Kooperatif gibi tek adresten bağlanan üreticiler işletmecinin anahtarıyla abone olsun: ayaz keys create --operator. O zaman her yerin kendi payı olur.',
  nightsUnknown: (places, named) =>
    `${places} yerde önümüzdeki gecenin puanı yok (${named}): kaynakların yanıtında o gece eksik`,
  nightsUnknownRemedy:
    'Günlükteki nights_lacking satırı kaynağı, geceleri ve eksik olanı yazar. SOURCES içine bir kaynak daha ekleyin.',
  runsDoubted: (setAside, disputed, named) =>
    `son tahmin ${setAside} yerde kullanılmadı, ${disputed} yerde bir önceki tahminle çelişiyor (${named})`,
  runsDoubtedRemedy:
    'Nedeni günlükteki source_failed satırındadır. Hangi tahminin doğru olduğunu SOURCES içindeki ikinci bir kaynak, havalimanları ve termometreler belirler.',
  thermometersSilent: (count, named) =>
    `don mevsiminde ${count} termometreden altı saatten uzun süredir ölçüm gelmiyor (${named})`,
  thermometersSilentRemedy:
    'Sahipleri bunu /thermometers sayfasında görür. Hiçbirinden ölçüm gelmiyorsa INGEST_HTTP ayarına, vekil sunucuya ve MQTT sunucusuna bakın.',
  noBudget: 'günlük bütçe yok',
  budget: (used, budget) => `bugün ${budget} istekten ${used} tanesi kullanıldı`,
  noPlace: 'sorulacak yer yok',
  noRunTime: 'model zamanını bildirmiyor',
  runOf: (time) => `model zamanı ${time}`,
  answers: (age, budget) => `yanıt veriyor; ${age}; ${budget}`,
  sourceRemedy: 'Ağı, vekil sunucuyu ve kaynağın adresini denetleyin; bu arada saklanan veri gösterilir.'
}

export const status: Catalogue['status'] = {
  status: 'Durum',
  service: 'Hizmet',
  version: 'Sürüm',
  started: 'Başlangıç',
  sources: 'Hava kaynakları',
  source: 'Kaynak',
  state: 'Durum',
  answering: 'yanıt veriyor',
  failing: 'hata veriyor',
  unused: 'kullanılmıyor',
  ensemble: 'topluluk tahmini',
  season: 'mevsim sıcaklıkları',
  lastAnswer: 'Son yanıt',
  lastFailure: 'Son hata',
  noFailure: 'yok',
  failures: {
    unreachable: 'Ulaşılamadı veya zamanında yanıt vermedi',
    refused: 'Hata bildirdi veya isteği reddetti',
    rate_limited: 'Çok sık istek gönderildiğini bildirdi',
    unusable: 'Yanıtı kullanılamadı',
    not_covered: 'İstenen nokta için verisi yok'
  },
  budget: 'Bugünkü istekler',
  countedAbove: 'yukarıdakine dâhil',
  unlimited: 'sınırsız',
  age: 'Verilerin yaşı',
  newest: 'en yeni',
  oldest: 'en eski',
  evaluation: 'Uyarıların son değerlendirmesi',
  airports: 'Havalimanı raporları',
  airport: (count) => `izlenen yerlerin yakınında ${count}`,
  never: 'henüz yok',
  elsewhere: 'bir worker süreci tarafından',
  place: 'yer',
  places: 'yer',
  deliveries: 'Gönderimler',
  due: 'Zamanı gelen',
  late: 'On dakikadan fazla geciken',
  delivered: 'Bugün kabul edilen',
  refused: 'Bugün reddedilen',
  storageUnavailable: 'Bilinmiyor: veritabanı şu anda okunamıyor.',
  delivery: '“Kabul edildi”, kanalın iletiyi aldığını gösterir; okunduğunu göstermez.',
  previews: 'Önizlemeler',
  previewIntro:
    'Hizmet demo verisiyle çalışırken hiçbir ileti bu makineden çıkmaz. Burada, gönderilecek olanlar görünür.',
  noPreviews: 'Henüz ileti yok. Haritada don görünen bir yere abone olun ve bir dakika sonra yeniden bakın.'
}
