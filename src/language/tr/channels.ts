import type { Catalogue } from '../en.ts'

export const channels: Catalogue['channels'] = {
  names: {},
  feedTitle: (place, threshold) => `${place}: don uyarıları (eşik ${threshold})`,
  push: {
    welcomeTitle: (place) => `${place}: don uyarıları açık`,
    welcome: 'Don uyarıları bu tarayıcıda gösterilecek.'
  },
  entities: {
    score: 'Don puanı',
    probability: 'Don olasılığı',
    plantMinimum: 'Bu gece bitki yüzeyinde en düşük',
    airMinimum: 'Bu gece en düşük hava sıcaklığı',
    coldestAt: 'En soğuk saat',
    frost: 'Bu gece don'
  }
}
