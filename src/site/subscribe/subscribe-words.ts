/** The words of the subscribe form and of what comes of it. */
import type { Language } from '../../language/language.ts'

const english = {
  heading: 'Be warned',
  intro: 'A message when a night reaches your threshold, again if it gets worse, and when the risk is over.',
  channel: 'By',
  threshold: 'From a score of',
  thresholdHint: '10 = light frost is possible, 50 = likely harm, 90 = severe',
  destination: 'Address',
  destinationHint: 'Mail address, or https address of your webhook',
  subscribe: 'Subscribe',
  push: 'Warn me in this browser',
  pushForbidden: 'This browser does not allow it. Allow notifications for this site and try again.',
  pushFailed: 'It could not be set up in this browser. Try again later, or choose another way above.',
  preview: 'demo: shown on the preview page only',
  pulled: 'you fetch it yourself',
  subscribed: 'You are subscribed',
  pending: 'One more step',
  refused: 'That did not work',
  active: 'The alert is on.',
  previewOnly:
    'This is a demo: no real alert is on. Messages appear on the preview page only, and this subscription ends when real data arrive.',
  previewFetched:
    'This is a demo: no real alert is on. Messages about made weather stand at the address below and on the preview page, and this subscription ends when real data arrive.',
  wouldFire: 'It would warn you right now: the present score is',
  wouldNotFire: 'The present score is',
  manage: 'Change, pause or end it',
  stop: 'End it with one click',
  getOrCreateSecret: 'Keep these addresses to yourself: whoever knows them can use them.',
  back: 'Back to',
  seePreview: 'See what the messages look like'
}

/** What the subscribe form says in one language. */
export type SubscribeWords = Readonly<typeof english>

const turkish: SubscribeWords = {
  heading: 'Uyarı alın',
  intro: 'Bir gecenin puanı eşiğinize ulaşınca, durum kötüleşince ve risk geçince ileti alırsınız.',
  channel: 'Kanal',
  threshold: 'Eşik puanı',
  thresholdHint: '10 = hafif don olabilir, 50 = zarar olası, 90 = şiddetli',
  destination: 'Adres',
  destinationHint: 'E-posta adresi veya webhook’unuzun https adresi',
  subscribe: 'Abone ol',
  push: 'Bu tarayıcıda uyar',
  pushForbidden: 'Tarayıcı izin vermiyor. Bu site için bildirimlere izin verip yeniden deneyin.',
  pushFailed: 'Bu tarayıcıda kurulamadı. Daha sonra yeniden deneyin veya yukarıdan başka bir kanal seçin.',
  preview: 'demo: yalnızca önizleme sayfasında görünür',
  pulled: 'kendiniz okursunuz',
  subscribed: 'Abone oldunuz',
  pending: 'Bir adım kaldı',
  refused: 'Olmadı',
  active: 'Uyarı açık.',
  previewOnly:
    'Bu bir demo: gerçek bir uyarı açık değil. İletiler yalnızca önizleme sayfasında görünür; gerçek veri gelince bu abonelik biter.',
  previewFetched:
    'Bu bir demo: gerçek bir uyarı açık değil. Uydurma havayla ilgili iletiler aşağıdaki adreste ve önizleme sayfasında görünür; gerçek veri gelince bu abonelik biter.',
  wouldFire: 'Uyarı hemen gönderilirdi; şu andaki puan:',
  wouldNotFire: 'Şu andaki puan:',
  manage: 'Değiştirin, duraklatın veya bitirin',
  stop: 'Tek tıkla bitirin',
  getOrCreateSecret: 'Bu adresleri kimseyle paylaşmayın: bilen herkes kullanabilir.',
  back: 'Geri:',
  seePreview: 'İletilerin nasıl göründüğüne bakın'
}

/** The subscribe form's words in a language. */
export function subscribeWords(lang: Language): SubscribeWords {
  return lang === 'tr' ? turkish : english
}
