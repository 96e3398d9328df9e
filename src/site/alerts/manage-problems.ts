/** What the manage page says where the API refuses. The API's own `detail` is English and speaks to programs. */
import type { Language } from '../../language/language.ts'

/**
 * What happened and what to do. A problem is looked up by its code, then by its status, then among its like; `offline` is no answer
 * that can be read, `preview` is the link of a message made on demo data. `{when}` becomes what `Retry-After` says, in words, or `later` where it says nothing.
 */
const english = {
  threshold_out_of_range: 'The score must be a number from 1 to 100. Nothing was changed.',
  '401': 'This link opens no alert. It may have been copied in part: open it from the message itself.',
  '404': 'This link opens no alert. It may have been copied in part: open it from the message itself.',
  '409': 'The alert is in a state that does not allow this. Load the page again to see where it stands.',
  '410': 'This alert has ended. Subscribe again on the page of the place.',
  '422': 'What was entered was not accepted, and nothing was changed. Correct it and try again.',
  '429': 'That was asked too often. Try again {when}.',
  '503': 'The service cannot do this at the moment. Try again {when}.',
  '4xx': 'The service did not accept this, and nothing was changed. Load the page again and try once more.',
  '5xx': 'Something went wrong in the service. Try again {when}; if it stays so, tell the operator.',
  preview:
    'This link belongs to a preview made on demo data: everybody may read it, so it opens nothing. A real message’s link would open the subscription here, to change or end it.',
  offline: 'The service could not be reached. Check your connection, then load the page again.',
  later: 'in a little while'
}

/** The sentences of one language. */
export type ManageProblems = Readonly<typeof english>

const turkish: ManageProblems = {
  threshold_out_of_range: 'Eşik puanı 1 ile 100 arasında bir sayı olmalı. Hiçbir şey değiştirilmedi.',
  '401': 'Bu bağlantıyla açılan bir uyarı yok. Eksik kopyalanmış olabilir: bağlantıyı iletinin içinden açın.',
  '404': 'Bu bağlantıyla açılan bir uyarı yok. Eksik kopyalanmış olabilir: bağlantıyı iletinin içinden açın.',
  '409': 'Uyarının şu anki durumu buna izin vermiyor. Durumu görmek için sayfayı yenileyin.',
  '410': 'Bu uyarı bitmiş. Yerin sayfasından yeniden abone olun.',
  '422': 'Girilen değer kabul edilmedi ve hiçbir şey değiştirilmedi. Düzeltip yeniden deneyin.',
  '429': 'Çok sık istek gönderildi. {when} yeniden deneyin.',
  '503': 'Hizmet bunu şu anda yapamıyor. {when} yeniden deneyin.',
  '4xx': 'Hizmet bunu kabul etmedi ve hiçbir şey değiştirilmedi. Sayfayı yenileyip bir kez daha deneyin.',
  '5xx': 'Hizmette bir hata oldu. {when} yeniden deneyin; düzelmezse hizmeti işletene bildirin.',
  preview:
    'Bu bağlantı, demo verisiyle hazırlanmış bir önizlemeye ait: herkes okuyabildiği için bir şey açmaz. Gerçek bir iletinin bağlantısı, aboneliği değiştirmek veya bitirmek için burada açardı.',
  offline: 'Hizmete ulaşılamadı. Bağlantınızı denetleyin, sonra sayfayı yenileyin.',
  later: 'Biraz sonra'
}

/** The sentences in a language. */
export function manageProblems(lang: Language): ManageProblems {
  return lang === 'tr' ? turkish : english
}
