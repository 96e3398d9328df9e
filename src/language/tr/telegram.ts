import type { Catalogue } from '../en.ts'

export const telegram: Catalogue['telegram'] = {
  confirmed: 'Don uyarıları bu sohbete gelecek.',
  expired: 'Bu bağlantının süresi doldu. Lütfen siteden yeniden abone olun.',
  unknown: 'Bu bağlantı bilinmiyor ya da daha önce kullanıldı. /liste açık olanları gösterir.',
  none: 'Bu sohbette don uyarısı yok.',
  help: '/liste uyarılarınızı gösterir\n/esik 60 hepsinin, /esik 60 2 ikincisinin eşiğini değiştirir; derece için /esik -2\n/iptal hepsini, /iptal 2 ikincisini sonlandırır',
  commands: { list: 'liste', threshold: 'esik', stop: 'iptal' },
  commandHelp: {
    list: 'Don uyarılarınızı gösterir',
    threshold: 'Eşiği değiştirir: /esik 60',
    stop: 'Don uyarılarınızı sonlandırır'
  },
  keep: 'Hayır, sürsün',
  begin: 'Buraya don uyarısı almak için şu sitede bir yer seçin ve verdiği bağlantıyı açın:',
  thresholdFaults: {
    needs_score:
      'Hiçbir şey değiştirilmedi. Bu eşik puandır: 1 ile 100 arasında bir puan verin; örneğin /esik 60. Dereceye çevirmek için bir iletinin altındaki “Değiştir veya duraklat” bağlantısını açın.',
    needs_degrees:
      'Hiçbir şey değiştirilmedi. Bu eşik derecedir: −30 ile 10 °C arasında bir sıcaklık verin; örneğin /esik -2. Puana çevirmek için bir iletinin altındaki “Değiştir veya duraklat” bağlantısını açın.',
    of_both_kinds:
      'Hiçbir şey değiştirilmedi: uyarılarınızın kiminin eşiği puan, kimininki derece. Hangisi olduğunu numarasıyla yazın; örneğin /esik 60 2 ya da /esik -2 1. /liste numaraları gösterir.'
  },
  noSuchNumber: 'Bu numarada bir uyarı yok. /liste hepsini gösterir.',
  statuses: {
    paused: 'duraklatıldı',
    suspended: 'askıda'
  },
  threshold: (score) => `eşik ${score}`,
  stopped: (count) => `${count} uyarı aboneliği bitti.`,
  takeBack: 'Geri al (on dakika içinde)',
  goesOn: (count) => `${count} uyarı yeniden açık.`,
  thresholdChanged: (count, score) => `${count} uyarının eşiği artık ${score}.`,
  temperatureChanged: (count, temperature) =>
    `${count} uyarının eşiği artık ${temperature}; ${count === 1 ? 'olasılığı' : 'olasılıkları'} değişmedi.`
}
