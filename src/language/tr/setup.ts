import type { Catalogue } from '../en.ts'

export const setup: Catalogue['setup'] = {
  begin: (file) => `Bütün sorular yanıtlanınca ayarlar ${file} dosyasına yazılır. Boş yanıt, olanı korur.`,
  questions: {
    SITE_URL: 'İnsanların siteyi açacağı adres, örneğin https://don.example.org.',
    MET_NORWAY_CONTACT:
      'MET Norway’in size ulaşabileceği bir e-posta adresi ya da site. Böylece MET Norway ücretsiz ikinci kaynak olur.',
    SECURITY_CONTACT: 'Güvenlik açıklarının bildirileceği adres, örneğin mailto:guvenlik@example.org.',
    OPEN_METEO_KEY: 'Hizmetiniz için para ödeniyorsa Open-Meteo anahtarı. Yazarken gösterilmez.'
  },
  none: 'ayarlanmamış',
  hidden: 'ayarlı, gösterilmez',
  place: 'Önce hangi yer? (il ya da ilçe)',
  noPlace: (text, near) => `“${text}” adında bir yer yok.${near === '' ? '' : ` Benzer adlar: ${near}.`}`,
  unchanged: (file) => `\n${file} olduğu gibi kalıyor.`,
  written: (file) => `\n${file} yazıldı. Geçerli olması için hizmeti yeniden başlatın.`,
  keyLater: 'Hizmet bir kez çalıştıktan sonra: ayaz keys create --tier free --operator',
  key: 'Size ait ilk API anahtarı oluşturulsun mu? Bir kez gösterilir. [e/H]',
  test: 'Şimdi deneme mesajı alacak ntfy konusu (boş: yok):',
  end: (address) => `\nHazır. Yerinizde bu gece: ${address}`,
  ended: 'Her şey yanıtlanmadan girdi bitti.'
}
