import type { Catalogue } from '../en.ts'

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
    'Her gece için ne söylendi, ne zaman, hangi yöntemle ve ne gerçekleşti. Satırlar özet değerleriyle birbirine zincirlidir: hiçbiri sonradan fark edilmeden değiştirilemez ya da çıkarılamaz.',
  head: (rows) => `En yeni satırın (${rows}) özeti:`,
  more: 'Bütün sayılar ve bütün geceler',
  airport: (name, km, nights) =>
    `${name} havalimanı, ${km} km: ${nights === 0 ? 'henüz karşılaştırılabilecek gecesi yok' : `kendi noktası ve yüksekliği için yapılan tahminler, orada ölçülen ${nights} geceyle karşılaştırıldı`}.`,
  exposureUnknown:
    'Bitkilerin neresinde olduğu bilinmediği için bu sensörden hiçbir şey öğrenilmiyor. Satırlarını exposure değeriyle yeniden gönderin: "ground" (yer), "vine" (asma) ya da "canopy" (ağaç tacı).',
  measuredNights: (measured, span) =>
    measured === 0
      ? `Bu ${span} gecenin hiçbiri ölçülmedi; bir oran verilemez.`
      : `${span} gecenin ${measured} tanesi ölçüldü; ölçülmeyen geceler hesaba katılmadı, bu yüzden oran bir üst sınırdır.`
}
