import type { Catalogue } from '../en/registry.ts'

export const settings: Catalogue['settings'] = {
  allowed: {
    text: 'bir metin',
    textOfAtLeast: (count) => `en az ${count} karakterlik bir metin`,
    wholeNumber: (least, most) => `${least} ile ${most} arasında bir tam sayı`,
    oneOf: (words) => `bunlardan biri – ${words}`,
    eachOnceOf: (words) => `virgülle ayrılmış, her biri bir kez: ${words}`,
    yesOrNo: 'yes ya da no',
    autoYesOrNo: 'auto, yes ya da no',
    path: 'bir dosya yolu',
    hosts: 'virgülle ayrılmış sunucular ve alan adları',
    ownAddress: 'bu makinenin bir adresi',
    webAddress: 'bir http ya da https adresi',
    siteAddress: 'yolu olmayan bir http ya da https adresi',
    postgresAddress: 'bir postgres:// adresi',
    addresses: 'virgülle ayrılmış adresler ya da CIDR aralıkları',
    tiers:
      'virgülle ayrılmış `ad=istek/saniye` çiftleri; ardından `subscriptions_per_day=`, `subscriptions=` ve `points_per_day=` gelebilir',
    frameAncestors: '`*` ya da boşlukla ayrılmış, `https://example.org` gibi adresler',
    securityContact: '`mailto:` ile başlayan bir adres ya da bir https adresi',
    operatorName: 'en çok 80 karakterlik bir ad',
    operatorAddress: 'en çok 200 karakterlik bir metin'
  },
  isNot: (name, text, allowed) =>
    `${name} değeri ${text === null ? '' : `"${text}" `}uygun değil; beklenen: ${allowed}.`,
  hasPart: (name, part, allowed) => `${name} içindeki "${part}" uygun değil; beklenen: ${allowed}.`,
  noSetting: (name) => `${name} diye bir ayar yok.`,
  perhapsMeant: (names) => `Belki şu kastedildi: ${names}.`,
  removeIt: 'Kaldırın.',
  give: (name, allowed) => `Beklenen değeri verin (${allowed}) ya da ${name} değişkenini kaldırın.`,
  giveNumber: (name, usual) =>
    `Böyle bir sayı verin ya da ${name} değişkenini kaldırın${usual === null ? '' : ` (o zaman ${usual} olur)`}.`,
  neitherYesNorNo: (name) => `${name} ne yes ne de no.`,
  setYesOrNo: (name) => `${name} değişkenini yes ya da no olarak ayarlayın veya kaldırın.`,
  bothSet: (name, file) => `${name} ve ${file} birlikte ayarlı.`,
  leaveOneOut: (name, file) =>
    `Birini kaldırın: ${name} değerin kendisini, ${file} değeri içeren dosyanın yolunu taşır.`,
  fileEmpty: (name, path) => `${name} dosyası boş: ${path}.`,
  fileUnreadable: (name, path, code) => `${name} dosyası okunamıyor: ${path} (${code}).`,
  giveFileOfSecret: (name) =>
    `Değeri içeren ve bu hizmetin okuyabildiği bir dosyanın yolunu verin ya da ${name} değişkenini kaldırın.`,
  giveFile: (name) =>
    `Bu hizmetin okuyabildiği bir dosyanın yolunu verin ya da ${name} değişkenini kaldırın.`,
  giveAddress: (name, example) => `${example} gibi bir adres verin ya da ${name} değişkenini kaldırın.`,
  notWebAddress: (name, text) =>
    `${name} bir http ya da https adresi değil${text === null ? '' : `: "${text}"`}.`,
  hasUser: (name) => `${name} adresinde kullanıcı adı ya da parola var.`,
  leaveUserOut: (example) =>
    `"@" işaretinden öncesini silin: adresler herkese görünür. ${example} gibi bir adres verin.`,
  hasQuery: (name) => `${name} adresinde sorgu ya da bölüm işareti var.`,
  leaveQueryOut: (example) => `"?" ya da "#" işaretinden sonrasını silin. ${example} gibi bir adres verin.`,
  siteHasPath: (text) => `SITE_URL bir yol içeriyor: "${text}".`,
  giveHostName: (example) =>
    `Sayfalar bir yolun altında sunulamaz. Hizmete kendine ait bir sunucu adı verin; örneğin ${example}.`,
  notAddressOf: (name, allowed) => `${name} ${allowed} değil.`,
  givePostgres:
    'postgres://user:password@host:5432/name biçiminde verin ya da DATA_DIR içindeki SQLite için DATABASE_URL değişkenini kaldırın.',
  atBehindServer: (name) => `${name} adresinde sunucu adından sonra "@" var.`,
  encode:
    'Kullanıcı adında ve parolada "@" yerine %40, ":" yerine %3A, "/" yerine %2F, "?" yerine %3F, "#" yerine %23 yazın.',
  noNetwork: (name, part) =>
    `${name} içindeki "${part}" ne bir adres, ne bir CIDR aralığı, ne de loopback sözcüğü.`,
  noOpening: (name, part) =>
    `${name} içindeki "${part}" ne bir adres, ne bir CIDR aralığı, ne de host:port çifti.`,
  giveNetworks: (name) =>
    `Vekil sunucularınızın 192.0.2.10 gibi adreslerini, 172.31.250.0/24 gibi CIDR aralıklarını ya da bu makinedeki vekil sunucu için loopback sözcüğünü virgülle ayırarak verin. Sunucu adları çözümlenmez. Hizmetin önünde vekil sunucu yoksa ${name} değişkenini kaldırın.`,
  giveOpenings:
    'Adresleri, 192.168.1.0/24 gibi CIDR aralıklarını ya da tek tek host:port çiftlerini virgülle ayırarak verin.',
  tierTwice: (tier) => `TIERS içinde "${tier}" birden çok kez var.`,
  giveTierOnce: (tier) => `TIERS içinde tek bir "${tier}=…" bırakın: her katmanın tek kotası vardır.`,
  giveTiers: (quota, seconds) =>
    `Örneğin "partner=600/60, school=300/60" yazın; "free=120/60" ücretsiz katmanı değiştirir. Ad bir harfle başlar ve en çok 32 karakterdir (a–z, 0–9, kısa çizgi); kota 1 ile ${seconds} saniye arasında 1 ile ${quota} istektir. Ardından anahtarların kaç abonelik ve günde kaç yeni nokta açabileceği şu sırayla yazılabilir, 0 sınırsızdır: "coop=600/60 subscriptions_per_day=5000 subscriptions=20000 points_per_day=2000".`,
  tokenShort: (least) => `METRICS_TOKEN en az ${least} karakter olmalı.`,
  giveToken:
    'Daha uzun bir değer verin, örneğin "openssl rand -hex 16" ile üretin; ya da METRICS_TOKEN değişkenini kaldırın: o zaman yalnız bu makineye yanıt verilir.',
  giveFrameAncestors:
    '* ya da https://example.org gibi adresleri boşlukla ayırarak yazın ya da WIDGET_FRAME_ANCESTORS değişkenini kaldırın (o zaman * olur).',
  notLogo: (path, bytes) =>
    `OPERATOR_LOGO’nun gösterdiği ${path}, en çok 65.536 baytlık bir PNG dosyası değil (${bytes} bayt).`,
  giveLogo: 'En çok 64 kB’lik bir PNG dosyası gösterin ya da OPERATOR_LOGO değişkenini kaldırın.',
  giveSecurityContact:
    'mailto:security@example.org ya da https://example.org/security gibi yazın ya da SECURITY_CONTACT değişkenini kaldırın.',
  giveAutoYesOrNo: 'auto, yes ya da no yazın ya da ENSEMBLE değişkenini kaldırın (o zaman auto olur).',
  roleNeedsPostgres: (role) =>
    `ROLE "${role}" olarak ayarlı; bunun için PostgreSQL gerekir: SQLite’tan tek süreç hizmet verir.`,
  setDatabase:
    'DATABASE_URL değişkenini postgres://user:password@host:5432/name biçiminde ayarlayın ya da ROLE değişkenini kaldırın.',
  sourceLacks: (source, variable) => `SOURCES içinde ${source} var, ama ${variable} ayarlı değil.`,
  giveSource: (source, variable) =>
    `${variable} değişkenini ayarlayın ya da ${source} kaynağını SOURCES içinden çıkarın.`,
  widgets: {
    file: (path, faults) => `WIDGETS_FILE dosyası, ${path}: ${faults}.`,
    entry: (number, fault) => `${number}. kayıt: ${fault}`,
    noList: 'bir JSON listesi değil',
    noSlug: 'a–z, 0–9 ve kısa çizgiden oluşan "slug" yok',
    noLocation: 'bir yerin kısa adı olan "location" yok',
    badTitle: (most) => `"title" en çok ${most} karakterlik bir metin olmalı`,
    badAccent: '"accent" "#1f6f8b" gibi bir renk olmalı',
    twice: (slug) => `"${slug}" birden çok kez var`,
    unknownPlace: (slug, location) => `"${slug}" için bilinmeyen yer: "${location}"`,
    giveList:
      '[{"slug": "our-coop", "location": "malatya", "title": "Our cooperative", "accent": "#1f6f8b"}] gibi bir liste yazın; title ve accent olmayabilir.',
    givePlace: 'Bir yerin kısa adını verin; "ayaz places" bulur.'
  },
  gateways: {
    file: (path, faults) => `GATEWAYS_FILE dosyası, ${path}: ${faults}.`,
    correct: 'Adı geçen her yeri düzeltin; bütün üyeler ve tam örnekler docs/gateways.md dosyasındadır.',
    noJson: 'JSON değil ("python3 -m json.tool" yerini gösterir)',
    noList: 'JSON listesi değil',
    twice: (place, id) => `${place}: "${id}" birden çok kez var`,
    taken: (id) => `GATEWAYS_FILE içinde "${id}" geçidi var ve bu ad başka bir kanalın.`,
    missing: (place) => `${place} eksik`,
    unknown: (place) => `${place} bir geçidin üyesi değil`,
    wrong: (place, allowed) => `${place} şu olmalı: ${allowed}`,
    badSecret: (place) => `${place}: gizli değerin adı a–z, rakam ve _ olur; dosya için sonuna _FILE gelir`,
    secretTwice: (place, name) => `${place}: {{${name}}} adı başka bir değerin`,
    strayBraces: (place) => `${place}: "{{" bir değişkene ait değil`,
    badHeader: (place) =>
      `${place} gönderilebilecek bir başlık değil (ASCII; bağlantının kendi başlıkları olmaz)`,
    callAnswer: (place) => `${place}: bir arama tuşla yanıtlanır ("incoming" içinde "answer")`,
    repeats: (place) => `${place} birden çok kez var`,
    emptySecret: (place) => `${place} boş`,
    noSecret: (place, path) => `${place}: ${path} okunamıyor`,
    noVariable: (place, name, meant, known) =>
      `${place}: "${name}" diye bir değişken yok${meant === null ? '' : `; "${meant}" mi demek istediniz?`} (${known})`,
    textInHeader: (place) => `${place}: başlıkta {{text}} olamaz`,
    manyBodies: (place, names) => `${place} içinde birden çok gövde var (${names})`,
    badAddress: (place) => `${place} kullanıcı adı içermeyen bir http ya da https adresi değil`,
    lacksVariable: (place, name) => `${place} ${name} değişkenini kullanmıyor`,
    noMatch: (place, example) => `${place}, ${example} için tutmuyor`,
    equalsNothing: (place) => `${place} içinde "json" olmadan "equals" var`,
    matchesAll: (place) => `${place} her yanıt için tutuyor`,
    noAnswers: (place) => `${place} bir numara veriyor ama "incoming" yanıt okumuyor`
  },
  channels: {
    noJson: 'CHANNELS_FILE dosyası JSON değil.',
    correctJson:
      'Düzeltin ya da CHANNELS_FILE değişkenini kaldırın; dosyanın yoluyla "python3 -m json.tool" hatanın yerini gösterir.',
    noNames: 'CHANNELS_FILE dosyası adlardan oluşan bir nesne değil.',
    giveNames: (example) => `Her kanalı adının altına yazın; örneğin ${example}.`,
    badName: (name) => `CHANNELS_FILE dosyasında uygun olmayan bir ad var: ${name}.`,
    giveName: (most) =>
      `a–z küçük harfleri ve rakamlardan oluşan, kısa çizgiyle ayrılmış en az iki parçalı ve en çok ${most} karakterlik bir ad verin; örneğin koop-telegram.`,
    noChannel: (name) => `CHANNELS_FILE dosyasında ${name} adının altında kanal yok.`,
    giveChannel: (name, example) => `${name} adının altına kind ve destination yazın; örneğin ${example}.`,
    badMember: (name, member) =>
      `CHANNELS_FILE içindeki ${name} kanalının yanlış ya da eksik üyesi: ${member}.`,
    giveMembers: (example) =>
      `Bir kanalda kind (metin) ve destination bulunur, örneğin ${example}; isterseniz open (true ya da false) eklenir, başka üye olmaz.`,
    badKind: (name, kind) => `CHANNELS_FILE içindeki ${name} kanalının türü ${kind}; bu türe ad verilemez.`,
    giveKind: (name, kinds) => `${name} için şu türlerden birini yazın (${kinds}) ya da bu kanalı çıkarın.`,
    badDestination: (name, pointer) =>
      `CHANNELS_FILE içindeki ${name} kanalının hedefi türüne uygun değil: ${pointer}.`,
    correct: (detail) => `Düzeltin (İngilizce ayrıntı: ${detail.replace(/\.$/, '')}).`,
    noDestination: (name) => `CHANNELS_FILE içindeki ${name} kanalının hedefi yok.`,
    giveDestination: (name, example) =>
      `İletilerin gideceği yeri ${name} altına destination olarak yazın; örneğin ${example}. Her türün hedefi docs/channels.md belgesindedir.`
  }
}

export const refusals: Required<Catalogue['refusals']> = {
  destination_required: 'Bu kanal için bir adres gerekiyor.',
  destination_invalid:
    'Adres geçerli değil: e-posta adresi ad@ornek.com, web adresi https://ornek.com/don gibi yazılır.',
  destination_not_allowed:
    'Bu adrese buradan ulaşılamaz: https ile başlayan, herkese açık bir adres yazın; yerel ve özel ağ adresleri ile sıra dışı portlar kabul edilmez.',
  unsupported_channel: 'Bu kanal burada kullanılamıyor.',
  forbidden_channel: 'Bu kanal yalnızca işletmecinin API anahtarıyla kullanılabilir.',
  subscription_limit:
    'Bugünlük abonelik sınırına ulaşıldı. Yarın yeniden deneyin veya işletmeciden sınırsız bir anahtar isteyin.',
  location_not_found: 'Bu yer bulunamadı.',
  alerts_unavailable:
    'Uyarılar şu anda çalışmıyor; gelmeyebilecek bir uyarı için abonelik alınmadı. Bir dakika sonra yeniden deneyin.',
  channel_unavailable: 'Kanala şu anda ulaşılamıyor. Daha sonra yeniden deneyin.',
  validation_failed: 'Formda bir hata var.',
  idempotency_in_progress: 'Bu abonelik şu anda oluşturuluyor. Birkaç saniye sonra sayfayı yenileyin.',
  idempotency_key_reused:
    'Bu form daha önce başka bilgilerle gönderildi. Bilgileri kontrol edin; yeni bir uyarı için yeniden gönderin.',
  storage_unavailable: 'Veritabanı şu anda kullanılamıyor; hiçbir şey kaydedilmedi. Birazdan yeniden deneyin.'
}

export const refusedMembers: Catalogue['refusedMembers'] = {
  location: 'Yer bilinmiyor: aramadan ya da haritadan bir yer seçin.',
  lat: 'Enlem −90 ile 90 arasında bir sayı olmalı.',
  lon: 'Boylam −180 ile 180 arasında bir sayı olmalı.',
  elevation: 'Tarlanın rakımı −430 ile 9000\u00a0m arasında bir sayı olmalı; bilmiyorsanız boş bırakın.',
  threshold: 'Puan ya da oran (%) 1 ile 100 arasında bir sayı olmalı.',
  threshold_temperature: 'Sıcaklık −30 ile 10\u00a0°C arasında bir sayı olmalı.',
  threshold_of: 'Sıcaklık ya bitkinin ya da havanın sıcaklığı olmalı.',
  threshold_probability: 'Olasılık %5 ile %95 arasında olmalı.',
  crop: 'Ürün listeden seçilmeli.',
  stage: 'Dönem, ürünün dönemlerinden biri olmalı.',
  exposure: 'Tomurcukların yüksekliği listeden seçilmeli.',
  label:
    'Tarlanıza verdiğiniz ad en çok 80 karakterlik düz bir ad olmalı: bağlantı, internet adresi, görünmeyen karakter ya da bir sözcükte iki alfabeden harf olamaz; noktadan sonra boşluk bırakın.'
}

export const storeFaults: Catalogue['storeFaults'] = {
  served: (folder) =>
    `${folder} klasöründen başka bir süreç hizmet veriyor; SQLite tek süreç içindir. Önce onu durdurun ya da DATA_DIR değişkenini başka bir klasöre ayarlayın; bir PostgreSQL’i (DATABASE_URL) birçok süreç paylaşabilir. "ayaz doctor" gibi komutlar bu arada çalışır.`,
  lockUnusable: (file, reason, folder) =>
    `${file} açılamıyor: ${reason}. Başka bir kullanıcının olabilir: önce oradan hizmet vereni durdurun, sonra ${folder} içindeki bütün dosyaları hizmetin kullanıcısına verin (root olarak chown).`,
  olderSchema: (from, to) =>
    `Veritabanının şema sürümü ${from}, bu Ayaz’ınki ${to}. Yeni hizmeti başlatın ya da "ayaz migrate" çalıştırın; o zamana kadar hizmet veren Ayaz’ı kullanın.`,
  newerSchema: (from, to) =>
    `Veritabanının şema sürümü ${from}; bu Ayaz ${to} sürümüne kadar bilir. Yeni Ayaz’ı yeniden başlatın ya da yükseltmeden önce alınan yedeği geri yükleyin.`,
  newerSchemaOfCopy: (from, to) =>
    `Daha yeni bir Ayaz şemayı ${from} sürümüne getirmiş; bu Ayaz ${to} sürümünü kopyalar ve yeni olanı dışarıda bırakırdı. Yeni Ayaz’ı kullanın.`,
  otherHistory: (version, name) =>
    `Veritabanı bu Ayaz’ın ${version} numaralı geçişini ("${name}") görmemiş: ya başka bir derleme güncellemiş ya da bozulmuş. O derlemeyi kullanın ya da öncesinde alınan yedeği geri yükleyin.`,
  folderUnusable: (folder, reason) =>
    `${folder} içindeki SQLite veritabanı kullanılamıyor: ${reason}. DATA_DIR değişkenini ve klasörün izinlerini denetleyin.`,
  serverUnusable: (server, reason) =>
    `${server} adresindeki PostgreSQL veritabanı kullanılamıyor: ${reason}. DATABASE_URL değişkenini ve sunucunun çalıştığını denetleyin.`,
  folderEmpty: (folder) =>
    `${folder} içinde Ayaz veritabanı yok. DATA_DIR ya da DATABASE_URL değişkenini hizmettekine ayarlayın; yeni veritabanını "ayaz migrate" oluşturur.`,
  serverEmpty: (server) =>
    `${server} adresindeki PostgreSQL’de Ayaz veritabanı yok. DATA_DIR ya da DATABASE_URL değişkenini hizmettekine ayarlayın; yeni veritabanını "ayaz migrate" oluşturur.`,
  backupFolderMissing: (folder) =>
    `${folder} klasörü yok. Diskini bağlayın ya da klasörü oluşturun, sonra yedeği yeniden alın.`,
  backupThere: (file) => `${file} zaten var. Var olmayan bir dosya adı verin.`,
  migratedMeanwhile: () => 'Veritabanının şeması az önce yükseltildi. Yedeği yeniden alın.',
  fileMissing: (file) => `${file} dosyası yok. "ayaz backup" ile alınmış bir dosyanın adını verin.`,
  fileUnreadable: (file, reason) =>
    `${file} okunamıyor (${reason}). Komutu onu okuyabilen bir kullanıcıyla ya da root olarak çalıştırın.`,
  fileIsFolder: (file, example) => `${file} bir klasör. Dosyanın adını verin; örneğin ${example}.`,
  databaseThere: (file) =>
    `${file} ya da onun -wal dosyası zaten var. Bunları -shm dosyasıyla birlikte başka yere taşıyın ya da DATA_DIR değişkenini başka bir klasöre ayarlayın.`,
  noRoom: (beside, folder) =>
    `Ne ${beside} ne ${folder} yazılabilir; geri yükleme için yedeğin bir kopyasına yer gerekir. Yedeği yazılabilen bir klasöre taşıyın.`,
  tablesFull: (tables) => `Veritabanında zaten veri var (${tables}). Boş bir veritabanı oluşturun.`,
  fileDamaged: (file, findings) => `${file} bozuk: ${findings}. Başka bir yedek kullanın.`,
  fileForeign: (file) => `${file} bir Ayaz veritabanı değil.`,
  schemaForeign: (file, names) =>
    `${file} dosyasında Ayaz'ın yapmadığı bir şema var: ${names}. Başka bir yedek kullanın ya da ekleneni kaldırın.`,
  fileInterrupted: (file) => `${file} yarıda kalmış bir yedek. Başka bir yedek kullanın.`,
  wouldLose: (file, subscriptions, confirmations, messages, since) =>
    `Veritabanında ${file} dosyasında olmayan ${subscriptions} abonelik, ${confirmations} onay ve ${messages} gönderilmiş mesaj var. Gönderilmiş olan yeniden gönderilmez. Bunları yitirmeyi göze alıyorsanız --lose-since ${since} ekleyin.`
}
