import type { Catalogue } from '../en/registry.ts'
import { nightAtStart } from './notices.ts'

export const place: Catalogue['place'] = {
  description: 'Bu gecenin don riski, nedenleri ve önümüzdeki hafta.',
  now: 'Şimdi',
  feels: 'Hissedilen',
  wind: 'Rüzgâr',
  humidity: 'Nem',
  dewPoint: 'Çiy noktası',
  tonight: 'Bu gece',
  facts: 'Rakamlarla gece',
  table: { name: 'Bütün geceler tablo olarak (Excel)', format: 'csv-excel' },
  stageQuestion: 'Ürün hangi dönemde?',
  chooseStage: 'Başka bir dönem seçin',
  stageEstimated: 'tahmin',
  estimateStage: 'Siz tahmin edin (her gün)',
  score: 'Puan',
  of100: '/ 100',
  plantMinimum: 'Bitki yüzeyinde en düşük',
  airMinimum: 'En düşük hava sıcaklığı (2\u00a0m)',
  range: 'Olası aralık (%80 olasılıkla)',
  coldest: 'En soğuk saat',
  frostHours: 'Don saatleri',
  harmHours: 'Zarar beklenen saatler',
  noFrostHours: 'beklenmiyor',
  kind: 'Don tipi',
  appearance: 'Kırağı',
  mgmClass: 'Yalnız havaya göre zirai don sınıfı (MGM)',
  confidence: 'Tahminin güvenilirliği',
  probability: 'Bitkide don olasılığı',
  damage: 'Beklenen zarar',
  wetBulb: 'En soğuk saatte ıslak termometre sıcaklığı',
  resting: 'Dinlenme dönemi: puan yok',
  restingMeaning: 'Dinlenmedeki tomurcuklar, tablodaki dönemlerden çok daha fazla soğuğa dayanır.',
  restSeason:
    'Yaprağını döken ağaçlar bu mevsimde genellikle dinlenmededir: onların çiçek dönemi için hesaplanan puan şimdi geçerli değildir, genel puan da açıktaki yeşil bitkiler içindir. Turunçgil ve yaprağını dökmeyen öteki ağaçlar dinlenmez: onların puanı geçerlidir.',
  scoreMeans: (score) =>
    `${score} puan, bu gecenin açıktaki her bitki için beklenen şiddetidir (yüzde): 10 puan bitkide hafif don, 90 puan kuvvetli don (bitkide −4,4\u00a0°C) demektir. Puan bitkinin sıcaklığını izler; açık gecede bitki havadan soğuktur ve tahminin belirsizliği de hesaba katılır.`,
  scoreMeansBuds: (score, part) =>
    `${score} puan, bu dönemdeki her 100 ${part} içinden yaklaşık ${score} tanesinin bu gece zarar görmesinin beklendiği anlamına gelir. Puan bitkinin sıcaklığını izler; açık gecede bitki havadan soğuktur ve tahminin belirsizliği de hesaba katılır.`,
  scoreMore: 'Puan ne demek, ne yapmalı',
  unknownNight: 'Bu gecenin puanı yok: çok sayıda sıcaklık eksik.',
  chart: 'Gece boyunca sıcaklık',
  legendAir: 'Hava (2\u00a0m)',
  legendPlant: 'Bitki',
  legendBand: 'Bitki, olası aralık (%80)',
  why: 'Bu puan nereden geliyor?',
  partAir: 'Havanın soğukluğu',
  partRadiation: 'Bitkinin havadan fazla soğuması',
  partUncertainty: 'Belirsizlik',
  cropAndStage: 'Ürün ve dönem',
  crop: 'Ürün ve dönem',
  height: 'Bitkinin yüksekliği',
  usualHeight: 'ürüne göre',
  stageFromSeason: 'dönemi mevsimin sıcaklıklarından tahmin et',
  show: 'Göster',
  faults: {
    stage_without_crop: (written) => `“${written}” dönemi için ürün de gerekli. İkisini aşağıdan seçin.`,
    unknown_crop: (written) => `“${written}” adında bir ürün yok. Aşağıdan seçin.`,
    under_cover: () =>
      'Sera ve tünelin içi için tahmin yok. Genel puanı açın, uyarıyı dışarıdaki havanın derecesiyle kurun: içerisinin fazla soğuduğu dereceyi seçin, onu içerideki kendi termometreniz gösterir.',
    stage_missing: (_, crop) =>
      `${crop} için fenolojik dönem gerekli: tomurcuğun dayandığı sıcaklık ilkbahar boyunca on derece değişir. Aşağıdan seçin.`,
    nothing_published: (_, crop) =>
      `${crop}: çiçeğine, sürgününe ve meyvesine zarar veren sıcaklık yayımlanmamış, yalnızca ağacın kışın dayandığı sıcaklık biliniyor. Genel puanı açın, uyarıyı kendi seçeceğiniz derecede kurun.`,
    unknown_stage: (written, crop) => `${crop} için “${written}” adında bir dönem yok. Aşağıdan seçin.`,
    not_estimable: (_, crop) =>
      `Bu ürünün dönemi sıcaklıklardan tahmin edilemiyor: ${crop}. Bitkilere bakıp dönemi aşağıdan seçin.`,
    unknown_exposure: (written) => `“${written}” adında bir yükseklik yok. Aşağıdan seçin.`
  },
  limit: {
    only: (stage, temperature, filledIn) =>
      `${stage}: yalnızca zararın başladığı sıcaklık biliniyor, ${temperature}. Bu yüzden puan verilemez; uyarıyı aşağıda derece olarak kurun, ${filledIn} hazır yazılıdır.`,
    winter: (stage, temperature) =>
      `${stage}: ${temperature}, bitkinin kışın dayandığı sıcaklıktır. Çiçek, sürgün ve meyve bundan çok daha ılıkta ölür: uyarının derecesini kendiniz seçin.`,
    unscored: 'Bu dönem için puan yok',
    stageUnknown: 'Puan yok: dönem bilinmiyor',
    night: (temperature, share, hours, name) =>
      `${nightAtStart(name)} bitkinin ${temperature} ve altına inme olasılığı ${share}; ${hours === null ? 'o sıcaklıkta saat beklenmiyor' : `beklenen saatler: ${hours}`}.`,
    odds: (temperature, share) =>
      share === null ? `zarar ${temperature}’de başlar` : `${temperature} ve altı olasılığı ${share}`,
    nearest: 'Kendi puanı olan en yakın ürün:',
    concord:
      'Bu değerler Concord çeşidinindir. Türkiye’nin bağları (Vitis vinifera) daha duyarlıdır, yeni sürgünleri −1,1\u00a0°C’den başlayarak zarar görür:'
  },
  profileNote: 'Ürün seçerseniz puan, zarar görmesi beklenen tomurcuk/çiçek oranıdır (%).',
  nights: 'Önümüzdeki geceler',
  slots: 'Önümüzdeki 24 saat',
  week: 'Haftalık tahmin',
  hours: 'Üç gün, saat saat',
  alertMe: 'Uyarı al',
  share: 'Paylaş',
  shared: 'Adres kopyalandı',
  districts: 'İlçeler',
  district: 'İlçe',
  districtsTonight: 'Bu gece bitkide; “–” olan ilçenin tahmini henüz yüklenmedi, sayfasını açınca gelir.',
  districtTable: 'Bütün ilçeler tablo olarak (Excel)',
  from: 'Saat',
  weather: 'Hava',
  temperature: 'Sıcaklık',
  rain: 'Yağış',
  precipitationProbability: 'Yağış olasılığı',
  frost: 'Don',
  day: 'Gün',
  minimum: 'En düşük',
  maximum: 'En yüksek',
  sun: 'Gün doğumu–batımı',
  polarDay: 'kutup günü',
  polarNight: 'kutup gecesi',
  morningFrost: 'Sabaha karşı don',
  record: 'Buradaki tahminler ne kadar tuttu',
  noRecord: 'Henüz kaydı yok: burada yeterince gece ölçülmedi.',
  embed: 'Kendi sitenize ekleyin',
  embedMore: 'Boyut ve renk seçin',
  noData: 'Şu anda bu yer için hava verisi yok.',
  lastData: 'Son veri',
  neverData: 'Henüz veri gelmedi.',
  tryAgain: (when) => `Sonraki deneme: ${when}. Sayfaya ondan sonra yeniden bakın.`,
  shareSpent: 'Bugün, bir ziyaretçinin açabileceği kadar yeni yer açtınız.',
  shareSpentReason:
    'Her yeni yer, herkese ücretsiz hizmet veren bir hava servisine istek gönderilmesini gerektirir. Daha önce açılmış yerler yine açılır. Yeni yerlerin yeniden açılacağı zaman:',
  unknownPlace: 'Bu adda bir yer yok',
  didYouMean: 'Bunlardan birini mi aradınız?',
  light: 'hafif don',
  moderate: 'orta',
  strong: 'kuvvetli',
  killed10: '%10 zarar',
  killed90: '%90 zarar',
  parts: { buds: 'tomurcuk veya çiçek', fruits: 'meyve', shoots: 'sürgün' },
  recordSentence: ({ nights, error, bias, isWarmer, inside }) =>
    `Ölçülen ${nights} gecede en düşük sıcaklık ortalama ${error} saptı; ölçülen, beklenenden ortalama ${bias} daha ${isWarmer ? 'sıcaktı' : 'soğuktu'}. Verilen aralıkta kalan gecelerin oranı: ${inside} (hedef %80).`,
  unreadable: 'Bu bölüm şu anda okunamıyor; tahmin bundan etkilenmez. Lütfen daha sonra yeniden bakın.',
  title: (place) => `${place}: don riski`,
  titleTonight: (place, risk, name) => `${place}: ${name ?? 'bu gece'} ${risk}`,
  elevation: (metres) => `Rakım ${metres} m`
}

export const record: Catalogue['record'] = {
  tooFew: (nights, needed) => `Henüz yeterli gece yok: ${nights} gece var, ${needed} gece gerekiyor.`,
  observations: (nights) =>
    `Orada ya da birkaç kilometre çevresinde ölçülen ${nights} geceyle karşılaştırıldı.`,
  analysis: (nights, observed) =>
    `Kaynağın kendi son analiziyle ${nights} gecede karşılaştırıldı, çünkü ${observed === 0 ? 'orada ölçüm yok' : `orada yalnızca ${observed} gece ölçüldü`}. Bir termometreye göre hatalar daha büyüktür.`,
  elsewhere: (name, km) =>
    name === null ? 'Kayıt, yakındaki bir noktanındır.' : `Kayıt, ${km} km ötedeki ${name} kaydıdır.`,
  none: () => 'Burada tahmin edilmiş hiçbir gece henüz sona ermedi.',
  title: (place) => `${place}: tahminler ne kadar tuttu`,
  description:
    'Gece en düşük sıcaklığı için yapılan her tahmin, kaç gün önceden yapıldığına göre, gerçekleşenle karşılaştırıldı.',
  leads: 'Kaç gün önceden',
  lead: 'Gün önce',
  nights: 'Gece',
  frosts: 'Donlu gece',
  bias: 'Yanlılık',
  error: 'Ortalama hata',
  crps: 'CRPS',
  inside: 'Olası aralıkta',
  detected: 'Haber verilen don',
  falseAlarms: 'Yanlış alarm',
  figures:
    'Yanlılık: ölçülen eksi beklenen. Verilen aralık gecelerin %80’ini içermelidir. Don olasılığı %50 ve üzerindeyse geceye don uyarısı verilmiş sayılır.',
  evening: 'Akşam termometresinin kazandırdığı',
  eveningGain: (nights, before, after) =>
    `Gün batımından iki saat sonra, ${nights} gecede: yalnız tahminle CRPS ${before}, akşam güncellemesiyle ${after}.`,
  eveningFew: (nights, needed) =>
    `Henüz yeterli gece yok: akşam güncellemesi olan ve ölçülen ${nights} gece var, ${needed} gece gerekiyor.`,
  eveningLaw: (station, nights, weight) =>
    `${station}: ${nights} geceden öğrenilen kendi akşam yasası, ağırlığı ${weight}.`,
  eveningLawGain: (nights, usual, given) =>
    `Sonraki ${nights} gecede, yalnız ölçümlerle: bütün istasyonların yasasıyla CRPS ${usual}, kendi yasasıyla ${given}.`,
  airports: 'Yakındaki havalimanları',
  airportError: (error, bias) => `Bir gün önceden: ortalama hata ${error}, yanlılık ${bias}.`,
  rows: 'Bütün geceler',
  rowsText:
    'Her gece için ne söylendi, ne zaman, hangi yöntemle ve ne gerçekleşti. Satırlar özet değerleriyle birbirine zincirlidir, en yenisi imzalıdır: sonradan değiştirilen ya da çıkarılan satırı ayaz audit bulur. Sunucunun kendi anahtarıyla ya da bütün veritabanının eski bir kopyası geri konarak yapılanı göremez; sakladığınız bir özet, kendi satırına kadar onu da gösterir. Ölçülenler zincirin dışındadır.',
  head: (rows) => `En yeni satırın (${rows}) özeti:`,
  more: 'Bütün sayılar ve bütün geceler',
  airport: (name, km, nights) =>
    `${name} havalimanı, ${km} km: ${nights === 0 ? 'henüz karşılaştırılabilecek gecesi yok' : `kendi noktası ve yüksekliği için yapılan tahminler, orada ölçülen ${nights} geceyle karşılaştırıldı`}.`,
  exposureUnknown:
    'Bitkilerin neresinde olduğu bilinmediği için bu sensörden hiçbir şey öğrenilmiyor. Satırlarını exposure değeriyle yeniden gönderin: "ground" (yer), "vine" (asma) ya da "canopy" (ağaç tacı).',
  sensorFaults: {
    frozen: 'Hava değişmiş olması gerekirken hep aynı değeri gösteriyor. Probu ve kablosunu kontrol edin.',
    iced: 'Hava değişmiş olması gerekirken 0\u00a0°C’de kalıyor: buzlanmış ya da ıslak. Siperinin altında kuru tutun.',
    jumps: 'Değerleri havanın yapamayacağı kadar sıçrıyor. Kabloyu, fişi ve pili kontrol edin.',
    noise: 'Değerleri bir ölçümden ötekine birkaç derece oynuyor. Kabloyu, fişi ve pili kontrol edin.',
    copies_forecast: 'Değerleri tahminin aynısı. Termometrenin ölçtüğünü gönderin.',
    copies_yesterday: 'Değerleri bir gün öncekilerin aynısı. Gönderen aygıtı kontrol edin.',
    cold_gaps: 'Her gece tam en soğuk saatlerde ölçüm gelmiyor. Pilini soğukta kontrol edin.',
    fahrenheit: 'Sayılar başka bir birime uyuyor: Fahrenhayt ile santigrat karışmış. Doğru birimi ayarlayın.',
    tenths: 'Sayılar on kat büyük ya da küçük. Doğru birimi ayarlayın.',
    lost_sign: 'Donu sıfırın üstünde gösteriyor: eksi işareti yolda kayboluyor.',
    local_time:
      'Saatleri, saat diliminin farkı kadar kaymış: yerel saat UTC diye gönderiliyor. Saati ya da farkı ayarlayın.',
    other_hour: 'Değerleri günün başka bir saatine uyuyor. İstasyonun saatini ayarlayın.',
    in_sun: 'Gündüz çok sıcak, gece doğru: güneşte asılı. Sipere ya da gölgeye alın.',
    greenhouse: 'Gündüz çok sıcak, gece de sıcak: örtü altında ya da serada. Dışarıya alın.',
    indoors: 'Gece sıcak kalıyor ve pek değişmiyor: kapalı bir yerde. Dışarıya alın.',
    in_soil: 'Havayı toprak gibi geç ve az izliyor: problar karışmış olabilir. Hava probunu eşleyin.',
    drift:
      'Tahminden her gün biraz daha uzaklaşıyor. Pilini kontrol edin, başka bir termometreyle karşılaştırın.',
    moved:
      'Birdenbire birkaç derece fazla ya da eksik göstermeye başladı ve öyle sürüyor: yeri değişti, üstü örtüldü ya da değiştirildi. Asıldığı yeri kontrol edin.',
    elsewhere:
      'Gündüz de gece de aynı ölçüde sapıyor: başka bir yerde ya da yükseklikte ölçüyor, ya da yanlış. Asıldığı yeri kontrol edin.'
  },
  measuredNights: (measured, span) =>
    measured === 0
      ? `Bu ${span} gecenin hiçbiri ölçülmedi; bir oran verilemez.`
      : `${span} gecenin ${measured} tanesi ölçüldü; ölçülmeyen geceler hesaba katılmadı, bu yüzden oran bir üst sınırdır.`
}
