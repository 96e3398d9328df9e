import type { Catalogue } from '../en/registry.ts'

export const notices: Catalogue['notices'] = {
  horizon_truncated: ({ requested, available, span = 'day' }) =>
    available === undefined
      ? `Kaynak, istenenden daha az ${span === 'slot' ? 'üç saatlik dilimin' : 'günün'} tahminini veriyor.`
      : span === 'slot'
        ? `${requested === undefined ? '' : `İstenen ${requested} dilim yerine `}üç saatlik ${available} dilimin tahmini var.`
        : `${requested === undefined ? '' : `İstenen ${requested} gün yerine `}${available} günlük tahmin var.`,
  aging_data: ({ checked }) => `Yeni tahmin bekleniyor; eldeki tahmin ${checked}.`,
  stale_data: ({ checked }) => `Yeni tahmin zamanında gelmedi; eldeki tahmin ${checked}.`,
  synthetic_data: () => 'Örnek veri: bu hava durumu gerçek değildir. Bu verilere göre karar vermeyin.',
  coarse_steps: ({ stepHours }) =>
    `Kaynak ${stepHours === undefined ? 'seyrek' : `${stepHours} saatlik`} adımlarla veri veriyor; bu yüzden en düşük sıcaklık biraz indirildi, aralığı genişletildi.`,
  snow_cover: () => 'Yerde kar var: karın altında kalan bitki korunur, üstünde kalan daha çok üşür.',
  low_evidence: () =>
    'Bu ürünün bu dönemdeki kritik sıcaklığı kesin bilinmiyor: eşiğinizi 1\u00a0°C daha ılık seçin, kendi gözleminize güvenin.',
  inputs_missing: ({ inputs }) =>
    inputs === null
      ? 'Bazı girdiler eksik; bu yüzden aralık daha geniş.'
      : `Veride ${inputs} yok; olağan bir değer alındı ve aralık genişletildi.`,
  nights_unknown: ({ count }) =>
    `Veri eksik olduğu için ${count === undefined ? 'bazı gecelerin' : `${count} gecenin`} puanı yok.`,
  partial_night: () => 'Bu gecenin bazı karanlık saatleri eksik.',
  source_fallback: ({ source }) =>
    `İlk kaynak tahmin vermedi${source === undefined ? '' : `; verilerin kaynağı: ${source}`}.`,
  models_left_out: ({ models }) =>
    `${models.length === 0 ? 'Bir modelin' : `${models.join(', ')} ${models.length === 1 ? 'modelinin' : 'modellerinin'}`} verisi eksik ya da tutarsız; bu tahmine katılmadı.`,
  hours_set_aside: ({ count }) =>
    `${count === undefined || count === 1 ? 'Tek bir saatin' : `${count} saatin`} sıcaklığı önceki ve sonraki saatten 8\u00a0°C’den çok ayrılıyor; eksik sayıldı.`,
  values_left_out: ({ variables }) =>
    `Eksik ya da olanaksız değerler gösterilmiyor${variables === null ? '' : `: ${variables}`}.`,
  run_set_aside: ({ checked }) =>
    `Kaynağın son tahmini doğru olamaz, bu yüzden kullanılmadı; eldeki tahmin ${checked}.`,
  runs_disagree: () =>
    'Son tahmin ile bir önceki tahmin birbirini tutmuyor: sonraki tahmin belli edene kadar her gece için soğuk olanı gösterilir.',
  run_contradicted: ({ contradicted, station }) =>
    contradicted === 'thermometer'
      ? `${station ?? 'Yakındaki bir termometre'} son saatlerde bu tahminden çok farklı sıcaklıklar ölçtü: yalnızca bu tahmine güvenmeyin.`
      : contradicted === 'climate'
        ? 'Bu tahmin, önceki yılların bu haftalarında görülen en düşük sıcaklıkların hepsinin dışında: yalnızca ona güvenmeyin.'
        : 'Bu tahmine göre günün en sıcak saati öğleden sonra değil: saatleri kaymış olabilir.',
  hours_from_earlier_run: ({ count, checked }) =>
    `Son yanıtta önümüzdeki ${count === undefined ? 'saatlerin' : `${count} saatin`} değerleri eksik; bunlar önceki tahminden gösteriliyor (${checked}).`,
  coming_night_unknown: () =>
    'Kaynağın son yanıtında önümüzdeki gece için yeterli sıcaklık yok; bu yüzden gecenin puanı yok.',
  stage_estimated: ({ days }) =>
    `Fenolojik dönem mevsimin sıcaklıklarından tahmin edildi${days === undefined ? '' : `; ${days} gün erken ya da geç başlayabilir`}; ağaçlara bakın.`,
  stage_unknown: ({ stageReason }) =>
    `Fenolojik dönem tahmin edilemedi${stageReason === null ? '' : `: ${stageReason}`}. Dönem bilinmeden ürün için yalnızca sıcaklık verilir, puan verilmez.`,
  first_damage_only: () =>
    'Bu dönemin yalnızca zararın başladığı sıcaklığı biliniyor; bu yüzden puan yok, bitkinin o sıcaklığa inme olasılığı verilir.',
  record_of_place: ({ count, near }) =>
    `Bu gecelerin tahmini, ${near?.name == null ? 'yakındaki bir noktada' : `${near.km} km ötede (${near.name})`} ölçülen ${count === undefined ? 'gecelere' : `${count} geceye`} göre düzeltildi.`,
  record_not_used: ({ near, heights }) =>
    `Yakındaki kayıt${near?.name == null ? '' : ` (${near.name}, ${near.km} km)`} burada kullanılmadı: orası ${heights?.there ?? '?'} m, bu tahmin ise ${heights?.here == null ? 'rakımı bilinmeyen bir nokta' : `${heights.here} m`} içindir. Tarlanızın rakımı bu değilse yazın.`,
  one_model: ({ near }) =>
    `Bu, tek bir modelin tahminidir. ${near?.name == null ? 'Yakındaki yerin' : `${near.km} km ötedeki yerin (${near.name})`} tahmini, orası izlendiği sürece birkaç modelin ortalamasıdır; aralığı ve puanı bu yüzden ayrılabilir.`,
  homonym: ({ place, slugs }) =>
    `${place === null ? 'Bu yer Türkiye dışındadır' : `Bu yer: ${place}`}. Türkiye’de aynı adı taşıyan ${
      slugs.length > 1 ? 'ilçeler' : 'ilçe'
    }${slugs.length === 0 ? ' de var' : `: ${slugs.join(', ')}`}.`
}

export const attribution: Catalogue['attribution'] = {
  synthetic: 'Gösterim amaçlı örnek veri; tahmin değildir.',
  sources: {
    openMeteo: 'Hava verileri: Open-Meteo.com (CC BY 4.0)',
    metNorway: 'MET Norway (CC BY 4.0) verilerine dayanır',
    openWeatherMap: 'Hava verileri: OpenWeather (ODbL)'
  }
}

/** Name, accusative and dative, as "11 Nisan’ı 12 Nisan’a bağlayan gece" needs. */
const months = [
  ['Ocak', 'Ocak’ı', 'Ocak’a'],
  ['Şubat', 'Şubat’ı', 'Şubat’a'],
  ['Mart', 'Mart’ı', 'Mart’a'],
  ['Nisan', 'Nisan’ı', 'Nisan’a'],
  ['Mayıs', 'Mayıs’ı', 'Mayıs’a'],
  ['Haziran', 'Haziran’ı', 'Haziran’a'],
  ['Temmuz', 'Temmuz’u', 'Temmuz’a'],
  ['Ağustos', 'Ağustos’u', 'Ağustos’a'],
  ['Eylül', 'Eylül’ü', 'Eylül’e'],
  ['Ekim', 'Ekim’i', 'Ekim’e'],
  ['Kasım', 'Kasım’ı', 'Kasım’a'],
  ['Aralık', 'Aralık’ı', 'Aralık’a']
] as const

function dayAndMonth({ day, month }: { day: number; month: number }): string {
  return `${day} ${months[month - 1]?.[0]}`
}

/** By the last digit; that of a round number is not read. */
const digits = ['', '’e', '’ye', '’e', '’e', '’e', '’ya', '’ye', '’e', '’a']
/** For a round number: on, yirmi, otuz, kırk, elli. */
const tens = ['’a', '’a', '’ye', '’a', '’a', '’ye']

/** `07.00’ye` is read “yedi”; minutes are read last: `07.30’a`. */
export function dativeOfClock(time: string): string {
  const [hour = 0, minute = 0] = time.split('.').map(Number)
  const last = minute === 0 ? hour : minute
  return `${time}${(last % 10 === 0 ? tens[last / 10] : digits[last % 10]) ?? ''}`
}

/** At the start of a sentence. None begins with a Turkish i. */
export function nightAtStart(name: string | null): string {
  const words = name ?? 'bu gece'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const dates: Catalogue['dates'] = {
  weekdays: ['Pazartesi', 'Salı', 'Çarşamba', 'Perşembe', 'Cuma', 'Cumartesi', 'Pazar'],
  shortWeekdays: ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'],
  months: months.map(([name]) => name),
  clockMark: '.',
  dateAndTime: (date, time) => `${date} ${time}`,
  nightInFull: (evening, morning) =>
    `${evening.day} ${months[evening.month - 1]?.[1]} ${morning.day} ${months[morning.month - 1]?.[2]} bağlayan gece`,
  nightName: (evening, morning) =>
    evening.month === morning.month
      ? `${evening.day}/${dayAndMonth(morning)} gecesi`
      : `${dayAndMonth(evening)}/${dayAndMonth(morning)} gecesi`,
  inNight: (night) => night,
  onDay: (day) => `${day} günü`,
  justNow: 'az önce',
  minutesAgo: (count) => `${count} dakika önce`,
  hoursAgo: (count) => `${count} saat önce`,
  daysAgo: (count) => `${count} gün önce`,
  checked: (ago) => `${ago} kontrol edildi`,
  checkedWithinHour: 'son bir saat içinde kontrol edildi',
  notChecked: 'bir süredir kontrol edilmedi'
}

export const numbers: Catalogue['numbers'] = {
  decimalMark: ',',
  groupMark: '.',
  percent: (number) => `%${number}`,
  list: (first, last) => `${first} ve ${last}`
}

export const paths: Catalogue['paths'] = {
  place: 'yer',
  field: 'tarla',
  map: 'harita',
  search: 'ara',
  embed: 'siteme-ekle',
  subscribe: 'abone-ol',
  verification: 'dogrulama',
  privacy: 'gizlilik'
}

export const documents: Catalogue['documents'] = {
  title: 'Belgeler',
  description: 'Ayaz nasıl çalışır, nasıl kurulur, API’si nasıl kullanılır.',
  missing: 'Böyle bir belge yok',
  navigation: 'Belgeler',
  contents: 'Bu sayfada',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  groups: {
    use: 'API kullanımı',
    grow: 'Üreticiler için',
    run: 'Kurulum ve işletim',
    method: 'Puan nasıl hesaplanır',
    develop: 'Geliştirme',
    decisions: 'Kararlar'
  },
  names: {
    readme: 'Genel bakış',
    'ten-minutes': 'On dakikada API',
    api: 'API',
    reference: 'API başvurusu',
    problems: 'Hata kodları',
    site: 'Site ve bileşen',
    growers: 'Puan ne demek',
    alerts: 'Uyarılar',
    channels: 'Bildirim kanalları',
    gateways: 'Kısa iletiler ve aramalar',
    stations: 'Termometreler ve istasyonlar',
    places: 'Yerler',
    record: 'Bir yerin kayıtları',
    operation: 'İşletim',
    operators: 'Çalıştıranlar için',
    board: 'Kooperatif yönetimi için',
    scaling: 'Ölçekleme',
    configuration: 'Yapılandırma',
    sources: 'Veri kaynakları',
    science: 'Yöntem',
    verification: 'Doğrulama',
    results: 'Doğrulamanın sonuçları',
    architecture: 'Mimari',
    design: 'Sayfaların tasarımı',
    glossary: 'Sözlük',
    changelog: 'Değişiklikler'
  }
}
