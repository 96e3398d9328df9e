import type { Catalogue } from '../en.ts'
import { intakes } from './intakes.ts'
import { members } from './members.ts'

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
    usage: `ayaz keys create --tier AD [--operator] [--label METİN]
ayaz keys list
ayaz keys rotate KİMLİK
ayaz keys revoke KİMLİK
  X-API-Key için API anahtarları. Anahtar, TIERS içindeki bir katmana bağlıdır; bir kez gösterilir, yalnızca özeti saklanır.
  Çalışan bir hizmet, iptal edilen anahtarı bir dakika daha kabul eder. rotate yeni bir anahtar verir; eskisiyle açılan abonelikler kalır.

  --tier AD       hangi kota geçerli: free ya da TIERS içinden biri
  --operator      size ait anahtar: yalnızca işletmeciye açık kanalları kullanabilir, ölçümleri de herkesin tahminini
                  etkiler (OBSERVATIONS_SHARED=operator iken; varsayılan budur)
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
  doctor: {
    summary: 'hataları arar ve ne yapılacağını söyler',
    usage: `ayaz doctor [--json]
  Sürümü, yapılandırmayı, klasörü ve veritabanını, saatleri, vekil sunucuyu, kanalları, her kaynağı ve bütçesini denetler.
  Veritabanını sunucu açılırken olduğu gibi açar: eksik klasör oluşturulur, eski şema güncellenir.
  Elle düzeltilmesi gereken bir şey varsa çıkış durumu 1 olur. Gizli değerler gösterilmez.`
  }
}
