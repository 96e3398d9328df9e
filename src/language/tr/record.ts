import type { Catalogue } from '../en.ts'

export const record: Catalogue['record'] = {
  tooFew: (nights, needed) => `Henüz yeterli gece yok: ${nights} gece var, ${needed} gece gerekiyor.`,
  observations: (nights) =>
    `Orada ya da birkaç kilometre çevresinde ölçülen ${nights} geceyle karşılaştırıldı.`,
  analysis: (nights, observed) =>
    `Kaynağın kendi son analiziyle ${nights} gecede karşılaştırıldı, çünkü ${observed === 0 ? 'orada ölçüm yok' : `orada yalnızca ${observed} gece ölçüldü`}. Bir termometreye göre hatalar daha büyüktür.`,
  none: () => 'Burada tahmin edilmiş hiçbir gece henüz sona ermedi.',
  exposureUnknown:
    'Bitkilerin neresinde olduğu bilinmediği için bu sensörden hiçbir şey öğrenilmiyor. Satırlarını exposure değeriyle yeniden gönderin: "ground" (yer), "vine" (asma) ya da "canopy" (ağaç tacı).',
  measuredNights: (measured, span) =>
    measured === 0
      ? `Bu ${span} gecenin hiçbiri ölçülmedi; bir oran verilemez.`
      : `${span} gecenin ${measured} tanesi ölçüldü; ölçülmeyen geceler hesaba katılmadı, bu yüzden oran bir üst sınırdır.`
}
