import type { Catalogue } from '../en.ts'

/** The map on which a field is chosen. */
export const map: Catalogue['map'] = {
  link: 'Haritadan seç',
  title: 'Tarlanızı haritadan seçin',
  description: 'Kendi tarlanızın don riski için Türkiye haritasına bir iğne koyun ya da koordinat yazın.',
  label: 'İğneli Türkiye haritası',
  help: 'İğneyi koymak için dokunun, haritayı kaydırmak için sürükleyin. Klavyeyle: oklar iğneyi taşır, + ve − yakınlaştırır ve uzaklaştırır, Enter tarlayı açar.',
  zoomIn: 'Yakınlaştır',
  zoomOut: 'Uzaklaştır',
  open: 'Bu tarlayı aç',
  failed: 'Harita yüklenemedi. Bunun yerine koordinat yazın.',
  form: 'Ya da bir yer veya 38,355 38,310 gibi koordinatlar yazın.',
  credit: 'Sınırlar: Natural Earth (kamu malı). Adlar: bu sitenin yer tablosu.'
}
