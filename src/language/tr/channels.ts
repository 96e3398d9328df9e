import type { Catalogue } from '../en.ts'

export const channels: Catalogue['channels'] = {
  names: {},
  feedTitle: (place, threshold) => `${place}: don uyarıları (eşik ${threshold})`,
  push: {
    welcomeTitle: (place) => `${place}: don uyarıları açık`,
    welcome: 'Don uyarıları bu tarayıcıda gösterilecek.'
  }
}
