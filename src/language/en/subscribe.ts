/** The subscribe form and its outcome. */
export const subscribe = {
  heading: 'Be warned',
  intro: 'A message when a night reaches your threshold, again if it gets worse, and when it falls below it.',
  label: 'Your name for the field',
  labelMeant: (name: string) => `Did you mean “${name}”?`,
  channel: 'By',
  threshold: 'From a score of',
  thresholdHint: '10 = light frost is possible, 50 = likely harm, 90 = severe.',
  thresholdOf: {
    buds: 'From this many percent of buds killed',
    fruits: 'From this many percent of fruits killed',
    shoots: 'From this many percent of shoots killed'
  },
  thresholdOfHint: (part: string) =>
    `With a crop the score is the expected percentage of ${part} killed: 10 = one in ten, 50 = half of them.`,
  temperature: 'Or if it may fall below (°C)',
  wakeBelow: 'Wake me if it may fall below (°C)',
  orScore: 'Or from a score of (1–100)',
  temperatureOf: 'Where',
  temperatureHint:
    'With a temperature the score does not count: the message comes when the night falls to it with the probability that you choose.',
  unscoredHint: 'With a score the alert is for any plant: this stage has no score of its own.',
  criticalHint: 'The temperature that is filled in is where damage begins in this stage.',
  probability: 'From a probability of',
  probabilities: {
    '0.5': '50%: as likely as not',
    '0.3': '30%: earlier',
    '0.1': '10%: earliest, more false alarms'
  },
  probabilityNow: (share: string, from: string) =>
    `The probability of it in the coldest night of the next three days is ${share}; the message comes from ${from} on.`,
  firstMessage: (time: string | null) =>
    time === null
      ? 'The first message is on its way.'
      : `Only a later night reaches that, not tonight, so the first message comes at ${time}.`,
  forPrograms: 'For feed readers and programs',
  subject: 'The alert is for',
  estimatedStage: (crop: string, today: string) => `${crop}, stage as estimated, today: ${today}`,
  estimatedHint:
    'The stage is estimated anew each day, and the score follows it. While it cannot be estimated, the general score counts.',
  anyPlant: 'any plant (frost severity)',
  destination: 'Address',
  destinationHint: 'name@example.org, https://…, +90 532 …',
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
  previewOnly: 'This is a demo: no real alert is on. Messages appear on the preview page only.',
  previewFetched:
    'This is a demo: no real alert is on. Messages about made-up weather appear at the address below and on the preview page.',
  rounded: (score: string) => `${score} (rounded)`,
  wouldFire: (score: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold: the first alert would be sent at once.`,
  wouldFireAt: (score: string, time: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold. Only a later night does, not tonight, so the first alert would be sent at ${time}.`,
  fired: (score: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold: the first message is on its way.`,
  firesAt: (score: string, time: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold. Only a later night does, not tonight, so the first message comes at ${time}.`,
  wouldNotFire: (score: string) =>
    `The highest score of a night in the next three days is ${score}, below your threshold.`,
  manage: 'Change, pause or end it',
  stop: 'End it with one click',
  keepSecret: 'Keep these addresses to yourself: anyone who knows them can use them.',
  confirmLink: 'Confirm',
  addressLink: 'Address',
  previewLink: 'Preview',
  back: (page: string) => `Back to ${page}`,
  seePreview: 'See what the messages look like'
}
