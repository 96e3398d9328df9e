/** What single channels say besides messages, and names of channels. */
export const channels = {
  /** By kind, where the channel's folder has no name in this language. */
  names: {} as Readonly<Record<string, string>>,
  feedTitle: (place: string, threshold: string) => `${place}: frost alerts (threshold ${threshold})`,
  push: {
    welcomeTitle: (place: string) => `${place}: frost alerts are on`,
    welcome: 'This browser will show frost alerts.'
  },
  /** What Home Assistant shows of a place that MQTT announces. */
  entities: {
    score: 'Frost score',
    probability: 'Frost probability',
    plantMinimum: 'Plant minimum tonight',
    airMinimum: 'Air minimum tonight',
    coldestAt: 'Coldest hour',
    frost: 'Frost tonight'
  }
}
