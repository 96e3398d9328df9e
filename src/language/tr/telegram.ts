import type { Catalogue } from '../en.ts'

export const telegram: Catalogue['telegram'] = {
  confirmed: 'Don uyarıları bu sohbete gelecek.',
  expired: 'Bu bağlantının süresi doldu. Lütfen siteden yeniden abone olun.',
  unknown: 'Bu bağlantı bilinmiyor ya da daha önce kullanıldı. /list açık olanları gösterir.',
  none: 'Bu sohbette don uyarısı yok.',
  help: '/list uyarılarınızı gösterir\n/threshold 60 hepsinin, /threshold 60 2 ikincisinin eşiğini değiştirir\n/stop hepsini, /stop 2 ikincisini bitirir',
  begin: 'Buraya don uyarısı almak için şu sitede bir yer seçin ve verdiği bağlantıyı açın:',
  thresholdRange: '1 ile 100 arasında bir eşik verin; örneğin /threshold 60.',
  noSuchNumber: 'Bu numarada bir uyarı yok. /list hepsini gösterir.',
  statuses: {
    paused: 'duraklatıldı',
    suspended: 'askıda'
  },
  threshold: (score) => `eşik ${score}`,
  stopped: (count) => `${count} uyarı aboneliği bitti.`,
  thresholdChanged: (count, score) => `${count} uyarının eşiği artık ${score}.`
}
