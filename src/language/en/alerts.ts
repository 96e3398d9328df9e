export const alerts = {
  score: 'Score',
  scoreOfAnyPlant: 'Score (any plant)',
  plantMinimum: 'Plant minimum',
  airMinimum: 'Air minimum (2 m)',
  range: 'range',
  frostHours: 'Frost hours',
  harmHours: 'Hours of harmful cold',
  sun: 'Sunset and sunrise',
  thermometer: 'Thermometer',
  silentSince: (when: string) => `silent since ${when}; check its battery, power and range`,
  frostType: 'Kind',
  crop: 'Crop',
  damage: 'Expected damage',
  threshold: 'Your threshold',
  label: 'Your name for it',
  labelOfRequester: 'Name given when it was asked for',
  /** Other people's words, in a message that asks whether it was meant. */
  requesterWrote: (label: string) => `The person who asked wrote: “${label}”`,
  yourField: (coordinates: string) => `Your field (${coordinates})`,
  fieldNear: (place: string) => `A field near ${place}`,
  aField: 'A field',
  issued: 'Forecast from',
  lastConfirmed: 'Last data',
  details: 'Details',
  manage: 'Change or pause',
  stop: 'Stop these messages',
  confirm: 'Confirm',
  liftedNight: 'alert lifted',
  belowNight: 'threshold no longer reached',
  lastKnown: 'last known',
  alertStands: 'Alert in force',
  also: 'Also',
  alsoCleared: 'Alert also lifted',
  alsoBelow: 'Threshold no longer reached either',
  lastMessage: 'Last message',
  tonight: 'tonight',
  tomorrow_night: 'tomorrow night',
  last_night: 'last night',
  /** For cold by day, at the end of what counts as a night. */
  today: 'today',
  tomorrow: 'tomorrow',
  renewStage: 'Renew the stage',
  stageIsOld:
    'You gave this growth stage more than ten days ago; your trees may have moved on. Look at them and renew the stage: until then the alert follows the general score where that is higher.',
  demo: 'DEMO: this weather is made up. Do not act on it.',
  test: 'This is a test that you asked for. It is not a warning.',
  dataGap:
    'No source has confirmed a forecast of the coming night for at least six hours, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.',
  noDataYet:
    'No source has given a forecast of the coming night for this place yet, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.',
  notAnsweredByOther:
    'No one has answered this warning yet. Call or wake the person it is for, then say that you have seen it.',
  notAnswered: 'No one has answered this warning yet. Say that you have seen it.',
  dataRestored: 'Forecasts are arriving again.',
  cleared: 'The risk no longer reaches your threshold.',
  stopLater: 'Leave running sprinklers on until the ice has melted.',
  riskRemains: 'The night no longer reaches your threshold, but a risk remains: watch your thermometer.',
  stillWatching:
    'There was no frost alert for half a year. This message shows that we can still reach you: no action is needed.',
  confirmRequest: (site: string) =>
    `Someone asked ${site} for frost alerts to this address. If it was you, open the address below within 48 hours and press the button. If not, do nothing: you will get no alerts.`,
  verifyRequest: (site: string) =>
    `Frost alerts from ${site} were asked for in this chat. If you want them here, open the link below within 24 hours and press the button. Otherwise do nothing: none are sent.`,
  /** Before the place; a first alert (`raised`) has none, its level says enough. */
  titlePrefix: {
    updated: 'Update',
    cleared: 'All clear',
    dusk: 'Reminder',
    escalated: 'Second warning',
    blind: 'No forecast tonight',
    sighted: 'Forecast restored',
    still_watching: 'Still watching',
    test: 'TEST',
    verify: 'Verification',
    confirm: 'Please confirm'
  },
  /** For `All clear`, while a risk remains. */
  titleToContact: 'No one has answered',
  titleBelow: 'Threshold no longer reached',
  /** In titles, where a bare temperature would be taken for that of the air. */
  plants: (temperature: string) => `plants ${temperature}`,
  air: (temperature: string) => `air ${temperature}`,
  scoreInTitle: (score: string) => `score ${score}`,
  until: (time: string) => `until ${time}`,
  after: (time: string) => `from ${time} on`,
  dayAndNight: 'day and night',
  readyBy: (time: string) => `ready by ${time}`,
  /** After subscribing, by the word a channel returns. */
  instructions: {
    press_start: 'Open the link in Telegram and press START within 24 hours.',
    answer_challenge:
      'Your server must answer the verification request with the challenge that it carries, or someone opens its confirm_url and presses the button.',
    confirm_in_chat:
      'Open the link in the message that your chat gets now, and press the button within 24 hours.',
    open_mail: 'Open the mail that was just sent and confirm within 48 hours.',
    subscribe_topic:
      'Subscribe to this topic in your app. Anyone who knows the address can read it: keep it to yourself.',
    enter_code: 'Enter the six digits that are on their way to this number, within ten minutes.',
    open_feed: 'Add this address to your feed reader. Keep it to yourself.',
    open_stream: 'Read this address as an event stream. Keep it to yourself.'
  } as Readonly<Record<string, string>>,
  subscribeNotices: {
    preview_becomes_real: () =>
      'No source of weather has answered yet, so this is a preview. It becomes a real alert with the first forecast.',
    preview_asks_later: () =>
      'No source of weather has answered yet, so this is a preview. With the first forecast it becomes a real alert, whose confirmation is asked for then.',
    preview_ends: () =>
      'This is a preview on made-up weather. It ends with the first real forecast: the channel is not set up here, or needs a key of the operator.',
    too_many_proofs: (when: string) =>
      `The confirmation was not sent: too many were asked for this destination. It is sent at ${when}, or when you ask for it after that.`
  },
  demoMark: 'DEMO',
  around: (time: string) => `around ${time}`,
  wasBefore: (value: string) => `was ${value}`,
  moreFields: (count: number) => `${count} more`,
  moreNights: (count: number) => `${count} more`,
  andMoreNights: (count: number) => `and ${count} more night${count === 1 ? '' : 's'}`,
  damagedShare: (share: string, part: string) => `about ${share} of ${part}`
}

export const thresholds = {
  where: {
    air: 'in the air',
    plant: 'on the plants'
  },
  mayFallBelow: (temperature: string, where: string) =>
    `the temperature may fall below ${temperature} ${where}`,
  /** From a probability of 95% on. */
  expectedBelow: (temperature: string, where: string) =>
    `the temperature is expected to fall below ${temperature} ${where}`,
  probability: (temperature: string, where: string) => `Probability of ${temperature} or less ${where}`,
  value: (temperature: string, where: string, probability: string) =>
    `${temperature} ${where}, from a probability of ${probability}`
}

/** A button, and the page of a link. */
export const seen = {
  button: 'I have seen it',
  title: 'Have you seen this warning?',
  outcomes: {
    seen: [
      'Thank you',
      'We know that you have seen it. A message follows only if the night gets clearly worse.'
    ],
    over: ['The night is over', 'There is nothing more to acknowledge.'],
    unknown: [
      'This link opens nothing',
      'It may have been copied in part, or a newer message has replaced it.'
    ]
  } as Readonly<Record<'seen' | 'over' | 'unknown', readonly [title: string, text: string]>>
}

/** One part of a short message, one sentence that is spoken. */
export const phone = {
  code: (code: string, site: string) =>
    `Your code for frost alerts is ${code} (${site}). It is valid for 10 minutes. If you did not ask for it, do nothing.`,
  answer: (number: string) => `Seen: send 1 to ${number}`,
  answerByLink: (address: string) => `Seen: ${address}`,
  ready: (time: string) => `Ready by ${time}`,
  noForecast: 'No forecast tonight: watch your own thermometer',
  lastKnown: 'No forecast, last known',
  stillWatching: 'This only tests whether we reach you: nothing to do',
  spoken: {
    /** The language of the voice, as telephone services name it. */
    locale: 'en-US',
    opening: 'This is Ayaz, the frost warning.',
    minimum: (temperature: string) => `The plants are expected at ${temperature} degrees.`,
    pastMinimum: (temperature: string) => `The plants were expected at ${temperature} degrees.`,
    below: (temperature: string) => `minus ${temperature}`,
    hours: (from: string, to: string) => `From ${from} to ${to}.`,
    ready: (time: string) => `Be ready by ${time}.`,
    answer: 'Press 1 if you have heard this.',
    code: (digits: string) => `This is Ayaz, the frost warning. Your code is ${digits}.`
  }
}

export const telegram = {
  confirmed: 'Frost alerts will come to this chat.',
  expired: 'This link has expired. Please subscribe again on the site.',
  unknown: 'This link is not known or was already used. /list shows what is on.',
  none: 'There are no frost alerts in this chat.',
  help: '/list shows your alerts\n/threshold 60 changes the threshold of all, /threshold 60 2 of the second; in degrees /threshold -2\n/stop ends all, /stop 2 the second',
  commands: { list: 'list', threshold: 'threshold', stop: 'stop' },
  commandHelp: {
    list: 'Shows your frost alerts',
    threshold: 'Changes the threshold: /threshold 60',
    stop: 'Ends your frost alerts'
  },
  keep: 'No, keep it',
  begin: 'To get frost alerts here, choose a place on this site and open the link it gives you:',
  thresholdFaults: {
    needs_score:
      'Nothing was changed. This threshold is a score: give one from 1 to 100, such as /threshold 60. For one in degrees open “Change or pause” under a message.',
    needs_degrees:
      'Nothing was changed. This threshold is in degrees: give a temperature from −30 to 10\u00a0°C, such as /threshold -2. For a score open “Change or pause” under a message.',
    of_both_kinds:
      'Nothing was changed: some of your alerts have a score as threshold, others degrees. Name the one you mean by its number, such as /threshold 60 2 or /threshold -2 1. /list shows the numbers.'
  },
  noSuchNumber: 'There is no alert with that number. /list shows them.',
  statuses: {
    paused: 'paused',
    suspended: 'suspended'
  } as Readonly<Record<string, string>>,
  threshold: (score: string) => `threshold ${score}`,
  stopped: (count: number) =>
    count === 1 ? '1 frost alert has ended.' : `${count} frost alerts have ended.`,
  takeBack: 'Take it back (within ten minutes)',
  goesOn: (count: number) =>
    count === 1 ? '1 frost alert is on again.' : `${count} frost alerts are on again.`,
  thresholdChanged: (count: number, score: string) =>
    count === 1 ? `The threshold is now ${score}.` : `The threshold of ${count} alerts is now ${score}.`,
  temperatureChanged: (count: number, temperature: string) =>
    count === 1
      ? `The threshold is now ${temperature}; its probability stays.`
      : `The threshold of ${count} alerts is now ${temperature}; their probabilities stay.`
}

/** Other texts of channels, and their names. */
export const channels = {
  /** By kind, where the channel's folder has no name in this language. */
  names: {} as Readonly<Record<string, string>>,
  feedTitle: (place: string, threshold: string) => `${place}: frost alerts (threshold ${threshold})`,
  push: {
    welcomeTitle: (place: string) => `${place}: frost alerts are on`,
    welcome: 'This browser will show frost alerts.'
  },
  entities: {
    score: 'Frost score',
    probability: 'Frost probability',
    plantMinimum: 'Plant minimum tonight',
    airMinimum: 'Air minimum tonight',
    coldestAt: 'Coldest hour',
    frost: 'Frost tonight',
    alarm: 'Tonight’s warning',
    seen: 'I have seen it',
    measured: 'Your thermometer',
    foretold: 'Forecast at that time'
  }
}

export const calendar = {
  name: (place: string, threshold: string) => `Frost risk: ${place} (${threshold})`,
  note: 'Calendar apps reload this every few hours and wake no one: for a timely warning set an alert.',
  scored: (place: string, risk: string, score: string) => `${place}: ${risk} (${score})`,
  takenBack: (title: string) => `Taken back: ${title}`,
  link: 'The nights in your calendar (ICS)'
}
