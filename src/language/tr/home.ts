import type { Catalogue } from '../en.ts'

export const home: Catalogue['home'] = {
  title: 'Ayaz – bu gecenin don riski',
  description:
    'Türkiye’nin her yeri için don riski: bu gecenin puanı, nedenleri, ulaşan uyarılar ve sitenize ekleyebileceğiniz kutu.',
  heading: 'Bu gecenin don riski',
  highest: 'En yüksek risk',
  calm: 'Hiçbir ilde risk yok.',
  noData: 'Seçilen gece için henüz veri yok.',
  all: 'Bütün iller',
  province: 'İl',
  level: 'Düzey',
  score: 'Puan',
  minimum: 'En düşük sıcaklık',
  headingOther: 'Don riski',
  everyPlant: 'Harita her bitki için, yer seviyesindedir; bir yerin sayfası ürününüz içindir.',
  nights: 'Gece seçin',
  show: 'Haritada',
  showRisk: 'Don riski',
  showTemperature: 'Sıcaklık',
  coldest: 'En soğuk hava',
  resting:
    'Yaprağını döken ağaçlar bu mevsimde genellikle dinlenmededir ve çiçekte olduğundan çok daha fazla soğuğa dayanır; bu yüzden harita en düşük hava sıcaklığını gösterir. Turunçgil dinlenmez: yerinizin sayfasına ürününüzle bakın.',
  noMap: 'Harita hazırlanıyor: henüz tahmin gelmedi. Arama bu arada çalışır.',
  map: 'Türkiye haritası'
}
