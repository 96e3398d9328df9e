import type { Catalogue } from '../en.ts'

export const field: Catalogue['field'] = {
  nearest: (place, distance) => `${place} merkezine ${distance}`,
  saved: 'Tarlalarım',
  save: 'Bu tarlayı burada hatırla',
  remove: 'Bu tarlayı unut',
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
    too_coarse: 'Tam dereceler birbirine 100 km uzaktır. En az iki ondalık ya da dakika verin.',
    out_of_bounds: 'Enlem −90 ile 90, boylam −180 ile 180 arasındadır; dakika ve saniye en çok 59 olur.'
  }
}
