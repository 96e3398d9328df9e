import type { Catalogue } from '../en/registry.ts'

export const frame: Catalogue['frame'] = {
  tagline: 'Don riskini görün',
  skip: 'İçeriğe geç',
  home: 'Bu gece',
  help: 'Yardım',
  embed: 'Sitenize ekleyin',
  documents: 'Belgeler',
  allDocuments: 'Bütün belgeler',
  status: 'Durum',
  operator: 'İşleten:',
  contact: 'İletişim',
  privacy: 'Gizlilik',
  imprint: 'Künye',
  languageName: 'Türkçe',
  navigation: 'Site',
  demoMark: 'DEMO',
  demo: 'Kaynak yanıt vermedi: bu hava örnek, hep nisan başı gibi. Buna göre karar vermeyin.',
  search: 'Yer bul',
  unread: {
    units: (written, unit) => `“${written}”: birim °C veya °F olur. Gösterilen: ${unit}.`,
    night: (written, shown) =>
      `“${written}”: bu tahminde böyle bir gece yok.${shown === null ? '' : ` Gösterilen: ${shown}.`}`
  },
  searchHint: 'il, ilçe, belde veya koordinat',
  searchButton: 'Ara',
  position: 'Konumumu kullan',
  positionFailed: 'Konumunuz bilinmiyor. Bu sayfa için izin verin ya da koordinat yazın.',
  nothingFound: 'Yer bulunamadı',
  unknownWords: (words) =>
    `“${words.join('”, “')}” adında bir yer bilinmiyor. Yazdığınızın kalanına uyanlar:`,
  chooseInstead: 'Köyünüz listede yoksa haritadan seçin veya koordinatlarını yazın.',
  results: 'Bulunan yerler',
  offlineTitle: 'Bağlantı yok',
  offlineText: 'Bu sayfa bağlantı ister ve bu cihazda saklı değil. Bağlantı gelince yeniden deneyin.',
  offlineStored: 'Bu cihazda saklı sayfalar',
  offline: 'Çevrimdışı: bu sayfa {when} tarihli ({age}). Tahmin o zamandan beri değişmiş olabilir.',
  locale: 'tr-TR',
  data: 'Tahmin zamanı:',
  demoSource: 'Demo (örnek veri)',
  inEnglish: 'İngilizce',
  generalNotice: 'Tahminler kesin değildir: karar vermeden önce kendi termometrenize bakın.'
}

export const errorPages: Catalogue['errorPages'] = {
  tooMany: {
    title: 'Kısa sürede çok fazla sayfa açıldı',
    text: (seconds) => `Lütfen ${seconds} saniye sonra yeniden deneyin.`,
    shared: 'Okul gibi ortak bir bağlantıyı kullananların ziyaretleri birlikte sayılır.'
  },
  fault: {
    title: 'Bir hata oluştu',
    text: 'Bu sayfa hazırlanamadı. Lütfen bir dakika sonra yeniden deneyin.',
    id: (requestId) => `Hata yinelenirse site yöneticisine şu numarayı bildirin: ${requestId}`
  },
  notFound: {
    title: 'Böyle bir sayfa yok',
    text: 'Adres eksik kopyalanmış veya sayfa taşınmış olabilir.',
    meant: 'Bu yerlerden birini mi aradınız?'
  }
}

export const home: Catalogue['home'] = {
  title: 'Ayaz – bu gecenin don riski',
  description:
    'Türkiye’nin her yeri için don riski: bu gecenin puanı, nedenleri, ulaşan uyarılar ve sitenize ekleyebileceğiniz kutu.',
  headings: {
    frost: { tonight: 'Bu gecenin don riski', other: 'Don riski' },
    damage: { tonight: 'Bu gecenin zarar riski', other: 'Zarar riski' }
  },
  highest: 'En yüksek risk',
  highestDamage: 'En yüksek zarar riski',
  calm: 'Hiçbir ilde risk yok.',
  noData: 'Seçilen gece için henüz veri yok. Yerinizi arayın; tahmini hemen istenir.',
  all: 'Bütün iller',
  province: 'İl',
  level: 'Düzey',
  score: 'Puan',
  minimum: 'En düşük sıcaklık',
  everyPlant: 'Harita her bitki için yer seviyesine göredir; ürününüzü yukarıdan seçin.',
  nights: 'Gece seçin',
  show: 'Haritada',
  showRisk: 'Don riski',
  showDamage: 'Zarar riski',
  showTemperature: 'Sıcaklık',
  coldest: 'En soğuk hava',
  coldestPlants: 'Bitkide en soğuk',
  degreesOfAir: 'Derece: havada, gecenin en düşüğü.',
  degreesOfPlants: 'Derece: bitkide, gecenin en düşüğü.',
  stageUnknown: 'dönem bilinmiyor',
  stagesUnknown: 'Ürünün dönemi tahmin edilemeyen ilde zarar düzeyi yoktur.',
  resting:
    'Yaprağını döken ağaçlar bu mevsimde genellikle dinlenmededir ve çiçekte olduğundan çok daha fazla soğuğa dayanır; bu yüzden harita en düşük hava sıcaklığını gösterir. Turunçgil dinlenmez: yerinizin sayfasına ürününüzle bakın.',
  noMap: 'Harita hazırlanıyor: henüz tahmin gelmedi. Arama bu arada çalışır.',
  notSetUp: 'Bu kurulumun ayarları henüz yapılmadı',
  lacks: {
    address: 'İnsanların siteyi açacağı adres: iletilerdeki bağlantılar için gerekir.',
    operator: 'İşletenin adı ve ona ulaşılacak yer.',
    weather: 'Hava verisi: hiçbir kaynak yanıt vermedi, buradaki bütün sayılar örnektir.'
  },
  setUp: 'Ayaz’ın çalıştığı makinede, işleten olarak:',
  setUpContainer: 'İşleten bunları kapsayıcının ayarları ya da eklentinin seçenekleri olarak verir.',
  map: 'Türkiye haritası'
}

export const map: Catalogue['map'] = {
  link: 'Tarlanızı bulun',
  title: 'Tarlanızı bulun',
  description: 'Kendi tarlanızın don riski: adı belli bir yerden metreyle ya da koordinatla.',
  label: 'İğneli Türkiye haritası',
  help: 'Haritada tarlalar görünmez: en yakın ilçeye götürür. Dokununca iğne konur, sürükleyince harita kayar. Klavyede oklar iğneyi, + ve − büyüklüğü değiştirir, Enter oradan başlatır.',
  zoomIn: 'Yakınlaştır',
  zoomOut: 'Uzaklaştır',
  begin: 'Bu yerden başla',
  move: 'Yerini düzelt',
  position: 'Tarlanın yeri',
  open: 'Bu tarlayı aç',
  coarse:
    'Tarlanın rakımı kendi sayfasında yazar ve orada düzeltilir. Tahminin ızgarası birkaç kilometredir: 100\u00a0m yanda hava çoğu zaman aynıdır, farkı rakım yapar.',
  directions: ['kuzey', 'kuzeydoğu', 'doğu', 'güneydoğu', 'güney', 'güneybatı', 'batı', 'kuzeybatı'],
  failed: 'Harita yüklenemedi. Bunun yerine koordinat yazın.',
  form: 'En yakın yeri ya da 38,355 38,310 gibi koordinat yazın.',
  credit: 'Sınırlar: Natural Earth (kamu malı). Adlar: bu sitenin yer tablosu.'
}

export const field: Catalogue['field'] = {
  saved: 'Tarlalarım',
  save: 'Burada hatırla',
  remove: 'Listeden çıkar',
  name: 'Adı',
  keep: 'Kaydet',
  carry: 'Bu listeyi başka bir telefona gönder',
  take: 'Bu listeye eklensin mi?',
  taken: 'Ekle',
  full: 'Burada zaten 20 tarla var, daha fazlası tutulamaz. Önce birini listeden çıkarın.',
  elevation: 'Tarlanın rakımı (m)',
  elevationFault:
    'Rakım −430 ile 9000 arasında, deniz seviyesinden metre olarak yazılmalıdır. Düzeltin ya da boş bırakın.',
  unknown: 'Böyle bir nokta yok',
  form: 'Enlem ve boylamı 38,355 38,310 ya da 38°21′18″K 38°18′36″D biçiminde yazın veya bir haritanın uzun bağlantısını yapıştırın.',
  faults: {
    short_link:
      'Kısa bağlantı nereye gittiğini söylemez ve burada açılmaz. Siz açıp uzun adresi veya koordinatları kopyalayın.',
    no_point: 'Bu bağlantıda tek bir nokta yok.',
    no_pin:
      'Bu bağlantı adı olan bir yere gidiyor; içindeki sayılar ise yalnızca ekranın ortası. Haritada tarlanıza uzun basın ve çıkan koordinatları kopyalayın.',
    order:
      'Hangi sayının enlem olduğu belli değil. Yanlarına K ve D yazın, örneğin 38,355K 38,310D; önce enlem gelir.',
    marks:
      'Hangi rakamların birlikte olduğu belli değil. İki sayının arasına boşluk bırakın, ondalıkları virgül ya da noktayla ayırın: 38,355 38,310.',
    grid: 'Plus kodu, UTM, MGRS ve what3words burada okunmaz. Haritada tarlanıza uzun basın, çıkan enlem ve boylamı kopyalayın.',
    too_coarse: 'Tam dereceler birbirine 100\u00a0km uzaktır. En az iki ondalık ya da dakika verin.',
    out_of_bounds: 'Enlem −90 ile 90, boylam −180 ile 180 arasındadır; dakika ve saniye en çok 59 olur.'
  }
}

export const widget: Catalogue['widget'] = {
  title: 'Don riski',
  noScore: 'puan yok',
  prepare: 'hazırlık en geç',
  demo: 'DEMO',
  demoMeaning: 'örnek veri, gerçek değil',
  unknownPlace: 'Bu yer bilinmiyor',
  didYouMean: 'Bunu mu demek istediniz',
  searchInstead: 'Yer arayın',
  noData: 'Şu anda hava verisi yok',
  noDataSince: 'Son veri',
  neverData: 'Henüz veri gelmedi',
  shareSpent: 'Bugün, bir ziyaretçinin açabileceği kadar yeni yer açtınız',
  shareSpentUntil: 'Yeni yerlerin yeniden açılacağı zaman:',
  forecast: 'Tahmin',
  nextTry: (when) => `Sonraki deneme: ${when}.`
}

export const embed: Catalogue['embed'] = {
  heading: 'Sitenize ekleyin',
  crop: 'Ürün',
  stage: 'Dönem',
  chooseStage: 'Seçin',
  intro:
    'Bir yerin bu geceki don riski, istediğiniz boyutta bir çerçevede. Çerez yok, izleme yok, üçüncü taraf yok.',
  place: 'Yer',
  unknown: 'Böyle bir yer yok',
  look: 'Tema',
  auto: 'cihaza göre',
  light: 'açık',
  dark: 'koyu',
  width: 'Genişlik',
  height: 'Yükseklik',
  units: 'Birimler',
  compact: 'Yalnızca bu gece',
  show: 'Göster',
  live: 'Canlı görünüm',
  frame: 'HTML kodu',
  frameNote: 'HTML’in çalıştığı her yerde çalışır. Sayfanızda bize ait hiçbir şey çalışmaz.',
  script: 'Yüksekliği kendiliğinden ayarlanan tek satır',
  scriptNote: 'JavaScript çerçeveyi oluşturur ve içeriği kadar yüksek tutar.',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  frameTitle: (place) => `Don riski: ${place}`
}

export const privacy: Catalogue['privacy'] = {
  title: 'Gizlilik',
  description: 'Bu hizmet kişilerle ilgili neyi, neden ve ne kadar süre saklar.',
  intro: [
    'Sayfalara bakmak için hesap gerekmez, çerez konmaz. Hiçbir sayfa başka bir sunucudan bir şey yüklemez, ziyaretler sayılmaz.',
    'Seçtiğiniz ürün ve “Tarlalarım” yalnızca kendi tarayıcınızda durur; oradan silersiniz.'
  ],
  stored: 'Ne saklanır, ne kadar süre',
  tables: 'Tablolar:',
  subjects: {
    subscription: {
      what: 'Uyarınız: adresiniz ya da telefon numaranız, tarlaya verdiğiniz ad, koordinatları, ürün ve eşik; haber verilmesi için eklediğiniz kişilerin adı ve adresi ya da telefon numarası',
      until:
        'Uyarı sürdükçe. Adres, ad ve koordinatlar uyarı bittikten 30 gün sonra silinir; bunlar olmadan bir satır kalır. Durdurduğunuz, yeniden isteyene kadar adresinizin özeti (hash) altında saklanır.'
    },
    nights: {
      what: 'Uyarınızın geceleri: ne tahmin edildi, uyarıldınız mı, kim yanıtladı',
      until:
        'Geceden sonra 31 gün; bir tahminin rakamları 7 gün, bir iletide geçen tahminin rakamları 430 gün.'
    },
    messages: {
      what: 'Mesajlar: ne zaman, hangi kanaldan ne gönderildi ve sonucu',
      until: 'İleti sonuçlandıktan sonra 400 gün; hiç denenmemiş ileti 1 gün.'
    },
    thermometers: {
      what: 'Termometreleriniz: yeri, ölçtükleri ve tahminin bunlardan öğrendikleri',
      until:
        'Ölçümler 30 gün, öğrenmede kullanılan geceler 730 gün. Aboneye ait termometrenin her şeyi, uyarı bittikten 30 gün sonra silinir; bir anahtarla gönderilenler işleten silene kadar kalır.'
    },
    points: {
      what: 'Bakılan noktaların koordinatları; kimin baktığı saklanmaz',
      until:
        'Tahmin 7 gün; izlenen ve ölçüm yapılan noktalar için tahmin edilenler 400 gün, zincirdeki geceler en çok 16 gün daha; bir noktaya verilen ara, bitince 1 gün.'
    },
    requests: {
      what: 'Bir ağ adresinin ya da anahtarın ne kadar kullandığı (yalnızca özet değeriyle) ve yinelenen isteklerin yanıtları',
      until: 'Açılan noktalar 1 gün, öteki sınırlar 40 gün; yanıtlar 2 gün.'
    },
    keys: {
      what: 'API anahtarları: anahtarın özet değeri ve işletenin verdiği ad',
      until: 'İşleten anahtarı silene kadar.'
    }
  },
  others: 'Bizden kime ne gider',
  passedOn: [
    'Hava servislerine bir noktanın koordinatları gider, kimin sorduğu gitmez.',
    'Seçtiğiniz kanala (posta sunucusu, Telegram, bildirim servisi, telefon ağ geçidi, kendi sunucunuz) oradaki adresinizle iletileriniz gider.'
  ],
  rights: 'Haklarınız',
  yourRights: [
    'Her iletide uyarıyı bitiren ve değiştiren birer bağlantı vardır. Sizinle ilgili saklananı görmek, düzelttirmek ya da sildirmek için aşağıdaki işletene yazın.',
    'Bu hakları 6698 sayılı Kişisel Verilerin Korunması Kanunu’nun (KVKK) 11. maddesi verir.'
  ],
  unnamed: 'Bu hizmeti işleten bir ad vermemiş.',
  noContact: 'Bu hizmeti işleten bir iletişim adresi vermemiş.'
}
