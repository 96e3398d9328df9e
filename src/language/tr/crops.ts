import type { Catalogue } from '../en/registry.ts'
import { dativeOfClock, nightAtStart } from './notices.ts'

export const crops: Catalogue['crops'] = {
  generic: 'Genel (her bitki)',
  estimated: 'dönemi her gün tahmin edilir',
  names: {
    apricot: 'Kayısı',
    'sweet-cherry': 'Kiraz',
    'sour-cherry': 'Vişne',
    peach: 'Şeftali',
    nectarine: 'Nektarin',
    'nectarine-big-top': 'Nektarin ‘Big Top’',
    plum: 'Erik',
    prune: 'Kurutmalık erik',
    apple: 'Elma',
    pear: 'Armut',
    grape: 'Üzüm (Concord çeşidi)',
    'grape-vinifera': 'Üzüm (Vitis vinifera)',
    almond: 'Badem',
    hazelnut: 'Fındık',
    walnut: 'Ceviz',
    citrus: 'Turunçgil (ağaçta meyve)',
    lemon: 'Limon ağacı',
    orange: 'Portakal ağacı',
    banana: 'Muz',
    olive: 'Zeytin',
    fig: 'İncir',
    strawberry: 'Çilek',
    blueberry: 'Yaban mersini',
    kiwifruit: 'Kivi',
    tea: 'Çay',
    pistachio: 'Antep fıstığı',
    pomegranate: 'Nar',
    quince: 'Ayva',
    mulberry: 'Dut',
    mandarin: 'Mandalina',
    tomato: 'Domates',
    pepper: 'Biber',
    potato: 'Patates',
    wheat: 'Buğday'
  },
  stages: {
    dormant: 'dinlenme',
    'bud-not-swollen': 'kabarmamış tomurcuk',
    'swollen-bud': 'kabarmış tomurcuk',
    'first-swell': 'ilk kabarma',
    'first-swelling': 'ilk kabarma',
    'late-swell': 'ileri kabarma',
    'scales-separating': 'pullar ayrılırken',
    'tips-separate': 'tomurcuk ucu ayrılması',
    'silver-tip': 'gümüş uç',
    'green-tip': 'yeşil uç',
    'tip-green': 'yeşil uç',
    'side-green': 'tomurcuk yanı yeşil',
    'side-white': 'yan beyaz',
    'half-inch-green': 'fare kulağı',
    'bud-burst': 'tomurcuk patlaması',
    'blossom-buds-exposed': 'çiçek tomurcukları görünürken',
    'calyx-visible': 'çanak görünürken',
    'calyx-green': 'çanak yaprak (yeşil)',
    'calyx-red': 'çanak yaprak (kırmızı)',
    'red-calyx': 'çanak yaprak (kırmızı)',
    'tight-cluster': 'sıkı salkım',
    'open-cluster': 'açık salkım',
    'first-white': 'ilk beyaz',
    'full-white': 'tam beyaz',
    'first-pink': 'ilk pembe',
    'full-pink': 'tam pembe',
    'pink-bud': 'pembe tomurcuk',
    'popcorn-bud': 'balon dönemi',
    'stamens-visible': 'erkek organlar görünürken',
    'first-bloom': 'ilk çiçeklenme',
    'full-bloom': 'tam çiçeklenme',
    'open-bloom': 'açmış çiçek',
    bloom: 'çiçeklenme',
    'leaf-out-and-pistillate-bloom': 'yapraklanma ve dişi çiçek',
    'post-bloom': 'çiçek sonrası',
    'petal-fall': 'taç yaprak dökümü',
    'petal-fall-to-small-nut': 'taç yaprak dökümünden çağlaya',
    'in-the-shuck': 'çanaklı küçük meyve',
    'jacket-split': 'çanaktan çıkış',
    'green-fruit': 'yeşil meyve',
    'ripe-fruit': 'olgun meyve',
    'first-leaf': 'birinci yaprak',
    'second-leaf': 'ikinci yaprak',
    'third-leaf': 'üçüncü yaprak',
    'fourth-leaf': 'dördüncü yaprak',
    'new-growth': 'yeni sürgün',
    'new-shoots-and-leaves': 'yeni sürgün ve yaprak',
    'tight-bud': 'kapalı tomurcuk',
    seedling: 'fide',
    foliage: 'yeşil aksam',
    jointing: 'sapa kalkma',
    boot: 'gebecik',
    heading: 'başaklanma',
    flowering: 'çiçeklenme',
    milk: 'süt olum',
    wood: 'odun dokusu (dal-gövde)',
    leaf: 'yaprak',
    'apricot/green-fruit': 'çağla'
  },
  cropAliases: {
    cover: [
      'sera',
      'cam sera',
      'plastik sera',
      'tünel',
      'alçak tünel',
      'yüksek tünel',
      'örtü altı',
      'örtüaltı'
    ],
    apricot: ['zerdali'],
    grape: ['Üzüm (Concord değerleri)'],
    'grape-vinifera': ['üzüm', 'asma', 'bağ'],
    citrus: ['turunçgil', 'turunçgiller', 'narenciye'],
    lemon: ['limon'],
    orange: ['portakal'],
    olive: ['zeytin ağacı'],
    fig: ['incir ağacı'],
    kiwifruit: ['kivi asması'],
    pistachio: ['antepfıstığı', 'fıstık', 'şamfıstığı'],
    mandarin: ['mandalin', 'satsuma'],
    tomato: ['domates fidesi'],
    pepper: ['biber fidesi'],
    blueberry: ['mavi yemiş', 'maviyemiş']
  },
  stageAliases: {
    dormant: ['uyku'],
    'swollen-bud': ['tomurcuk kabarması'],
    'first-swell': ['tomurcuk kabarması'],
    'first-swelling': ['tomurcuk kabarması'],
    'tips-separate': ['uçlar ayrılırken'],
    'side-green': ['yan yeşil'],
    'bud-burst': ['gözlerin uyanması'],
    'calyx-green': ['yeşil çanak'],
    'calyx-red': ['kırmızı çanak'],
    'red-calyx': ['kırmızı çanak'],
    'first-white': ['beyaz tomurcuk'],
    'first-pink': ['pembe tomurcuk'],
    'popcorn-bud': ['balon evresi', 'patlamış mısır evresi'],
    'first-bloom': ['ilk çiçek', 'çiçek başlangıcı'],
    'full-bloom': ['tam çiçek'],
    'open-bloom': ['açık çiçek', 'tam çiçek'],
    bloom: ['tam çiçek', 'çiçek'],
    'leaf-out-and-pistillate-bloom': ['yapraklanma'],
    boot: ['gebeleşme', 'karınlanma'],
    heading: ['başak çıkışı'],
    'post-bloom': ['taç yaprak dökümü'],
    'petal-fall': ['çiçek sonrası'],
    'petal-fall-to-small-nut': ['çağla', 'taç yaprak dökümü'],
    'in-the-shuck': ['çanak içinde meyve'],
    'jacket-split': ['çanak yırtılması'],
    'green-fruit': ['çağla', 'yeşil meyve'],
    'new-shoots-and-leaves': ['yeni sürgün', 'yaprak'],
    wood: ['odun']
  }
}

function minima({
  harm,
  part,
  critical,
  air,
  plants,
  time
}: Parameters<Catalogue['protection']['safe']>[0]): string {
  const limit = part === null ? `${harm} ${critical}’de başlar` : `${critical}’de ${part}lerin onda biri ölür`
  return `en düşük hava ${air}, bitki yüzeyi ${plants}${around(time)}; ${limit}`
}

function around(time: string | null): string {
  return time === null ? '' : `, saat ${time} sularında`
}

export const protection: Catalogue['protection'] = {
  heading: (name) => `${nightAtStart(name)} ne yapmalı`,
  chooseCrop: 'Önce ürününüzü ve dönemini seçin',
  chooseStage: 'Önce ürününüzün dönemini seçin',
  chosenWhy: 'öneri, ürünün o dönemde zarar gördüğü sıcaklığa göredir.',
  untested:
    'FAO’nun don korunması kitabındaki kurallara göredir; bahçede sınanmadı. Kararı kendi termometreniz verir.',
  more: 'Ne yapmalı, ayrıntısıyla',
  methods: { sprinkler: 'Üstten yağmurlama', wind_machine: 'Rüzgâr pervanesi', heaters: 'Isıtıcı (soba)' },
  sprinkler: {
    start: (wetBulb) => `Islak termometreniz ${wetBulb} gösterince başlatın`,
    pipes: 'Su, boru ve memeler donmadan akmaya başlamalı.',
    plantsFirst: (wetBulb, time) =>
      `Bitki, ıslak termometre ${wetBulb}’ye inmeden zarar görüyor: saat ${time} olmadan başlatın.`,
    orWetBulb: (wetBulb) => `Islak termometreniz daha önce ${wetBulb} gösterirse o zaman başlatın.`,
    dry: (air) => ` (kuru termometrede yaklaşık ${air})`,
    expected: (time) => `Beklenen saat: ${time}.`,
    notExpected: 'Büyük olasılıkla bu kadar soğumaz.',
    earliest: (time) => `Saat ${time} öncesinde gerekmez.`,
    ample: (warm, zero, time) =>
      `Suyunuz yetiyorsa ıslak termometre ${warm} ile ${zero} arasındayken de başlatabilirsiniz${time === null ? '' : ` (yaklaşık ${time})`}.`,
    watch: 'Şimdiden termometrenizi izleyin.',
    past: (time, latest) =>
      `Beklenen başlama saati (${time}) geçti: yalnızca ıslak termometre ${latest}’nin üstündeyse başlatın.`,
    stop: (zero, time) =>
      `Islak termometre ${zero}’nin üstüne çıkıp buz eriyince durdurun (yaklaşık ${time}).`,
    noStop: (zero) =>
      `Islak termometre ${zero}’nin üstüne çıkıp buz erimeden durdurmayın: öğleden önce beklenmiyor.`,
    probability: (share) =>
      `Gerekme olasılığı ${share}: bir gecelik suyun masrafı, olası zararın bu oranından azsa değer.`
  },
  machine: {
    gain: (gain) => `Yaklaşık ${gain} kazandırır.`,
    enough: 'Beklenen soğuğa yeter.',
    tooLittle: 'Beklenen soğuğa tek başına yetmez.'
  },
  heaters: { needed: (needed) => `Bitkinin ${needed} ısınması gerekiyor.` },
  begin: (time) => `Başlama saati: ${time}.`,
  beginPast: (time) => `Başlama saati (${time}) geçti: hemen başlayın.`,
  standBy: 'Çalıştırmak gerekmeyebilir; hazır bulundurun.',
  reasons: {
    no_cold: 'Gerekmiyor: risk çok az.',
    wind: 'Kullanmayın: rüzgâr fazla.',
    too_cold: (lowest) =>
      `Kullanmayın: ıslak termometre ${lowest}’nin altına iniyor; yağmurlama debisi yetmez.`,
    freezing_fog: 'Kullanmayın: donan sis kanatları kırabilir.',
    no_inversion: 'Yararı yok: üstteki hava pek ılık değil.',
    dew_point_missing: 'Öneri yok: tahminde nem eksik.',
    wind_missing: 'Öneri yok: tahminde rüzgâr eksik.',
    cloud_cover_missing: 'Öneri yok: tahminde bulutluluk eksik.'
  },
  harms: { buds: 'zarar', plants: 'don' },
  span: (from, to) => `${from}–${to} arasında`,
  until: (time) => `${dativeOfClock(time)} kadar`,
  after: (time) => `${time} sonrasında`,
  dayAndNight: 've gündüz boyunca',
  during: (name) => name ?? 'bu gece',
  cold: ({ night, when, isFrost, part, critical, air, plants, time }) => {
    const lowest = `En düşük: bitkide ${plants}, havada ${air}${around(time)}`
    if (isFrost) return `${night} ${when} bitkide don bekleniyor. ${lowest}`
    const limit = part === null ? 'zarar bu sıcaklıkta başlar' : `bu sıcaklıkta ${part}lerin onda biri ölür`
    return `${night} ${when} bitkide ${critical} ve altı bekleniyor: ${limit}. ${lowest}`
  },
  was: ({ night, air, plants, time }) =>
    `${night} en düşük hava ${air}, bitki yüzeyi ${plants}${around(time)}`,
  possible: (facts) => {
    const { night, share, harm, loss } = facts
    const lost = loss === null ? '' : `; ortalama beklenen kayıp ${loss}`
    return `${night} ${share} olasılıkla ${harm} olur${lost}: ${minima(facts)}`
  },
  safe: (facts) => `${facts.night} ${facts.harm} beklenmiyor: ${minima(facts)}`,
  firstHarm: { buds: 'Zarar başlangıcı', plants: 'Don başlangıcı' },
  prepare: 'Hazırlık en geç',
  left: '{h} sa|{m} dk|sonra',
  past: 'geçti'
}
