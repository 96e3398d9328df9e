import type { Catalogue } from '../en.ts'

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
    'Bu ürünün bu dönemdeki kritik sıcaklığı kesin bilinmiyor: eşiğinizi 1 °C daha ılık seçin, kendi gözleminize güvenin.',
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
    `${count === undefined || count === 1 ? 'Tek bir saatin' : `${count} saatin`} sıcaklığı önceki ve sonraki saatten 8 °C’den çok ayrılıyor; eksik sayıldı.`,
  values_left_out: ({ variables }) =>
    `Olanaksız değerler eksik sayıldı${variables === null ? '' : `: ${variables}`}.`,
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
