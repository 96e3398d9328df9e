export const manage = {
  states: {
    pending_confirmation: 'waits to be confirmed',
    active: 'on',
    paused: 'paused',
    suspended: 'suspended: messages were refused',
    unsubscribed: 'ended',
    expired: 'expired'
  },
  done: {
    threshold: 'The threshold was changed.',
    threshold_temperature: 'The temperature and its probability were saved.',
    stage: 'The stage was saved; it counts from today.',
    pause: 'The alert is paused: nothing is sent until you resume it.',
    resume: 'The alert is on again.',
    test: 'A test message was sent.',
    confirmed: 'The code is right.',
    code_sent: 'Another code is on its way.',
    end: 'The alert has ended. Nothing more will be sent.',
    delivered: 'The message was sent again, and your server accepted it.',
    refused: 'The message was sent again, but your server did not accept it.'
  },
  pastNights: {
    heading: 'The last nights: what was forecast, what came',
    saidNote: 'The degrees were forecast in the evening of each night; “measured” is what thermometers read.',
    scoreNote: 'The score is for today’s crop and stage.',
    reached: 'reached today’s threshold; no message is listed here',
    below: 'did not reach today’s threshold',
    unknown: 'no message is listed here'
  },
  nights: {
    heading: 'The coming nights: why (not) a message',
    sent: (time: string) => `a message was sent: ${time}`,
    waits: (time: string) => `reaches your threshold; the message is sent at ${time}`,
    leaves: 'reaches your threshold; the message is on its way',
    below: 'does not reach your threshold, so no message',
    unknown: 'not known whether it reaches your threshold',
    inactive: 'reaches your threshold, but the alert is not on'
  },
  kinds: {
    change: 'Warning or update',
    raised: 'Warning',
    updated: 'Update',
    cleared: 'Below the threshold',
    dusk: 'Reminder before sunset',
    escalated: 'Second warning',
    blind: 'No forecast',
    sighted: 'Forecasts are back',
    still_watching: 'Sign of life',
    test: 'Test',
    verify: 'Proof of the address',
    confirm: 'Confirmation'
  } as Readonly<Record<string, string>>,
  outcomes: {
    queued: 'waiting',
    until_morning: 'waits until {when}',
    too_many_proofs: 'not sent yet, because this address was asked too often; sent at {when}',
    while_inactive: 'not sent while the alert is not active',
    never: 'will not be sent: the alert has ended',
    sending: 'being sent',
    delivered: 'sent',
    dropped: 'overtaken by a newer one',
    rejected: 'refused',
    expired: 'too late to be sent'
  } as Readonly<Record<string, string>>
}

/**
 * Where the API refuses: what happened and what to do. Looked up by the problem's code, its status, then its class;
 * `offline` where no answer can be read, `preview` for a link made from demo data. `{when}`: what `Retry-After` says,
 * or `later`.
 */
export const manageProblems = {
  threshold_out_of_range: 'The score or percentage must be a number from 1 to 100. Nothing was changed.',
  '/threshold not_allowed':
    'This stage has no score of its own: its alert is in degrees only. Nothing was changed.',
  '/threshold_temperature': 'The temperature must be a number from −30 to 10\u00a0°C. Nothing was changed.',
  '/threshold_probability': 'The probability must be from 5% to 95%. Nothing was changed.',
  '/quiet_hours/to not_allowed': 'Quiet hours must not begin and end at the same time. Nothing was changed.',
  '/quiet_hours/from': 'Quiet hours need a start and an end, such as 22:00 and 06:30. Nothing was changed.',
  '/quiet_hours/to': 'Quiet hours need a start and an end, such as 22:00 and 06:30. Nothing was changed.',
  '/escalation':
    'None of these channels can be answered: add a contact by Telegram, e-mail or telephone, for example.',
  '/destination not_allowed': 'The warning itself goes there: name another person.',
  destination_required: 'This channel needs an address or a number.',
  destination_invalid: 'This is not an address or number for that channel. Correct it and try again.',
  '/channel not_allowed': 'This channel wakes no one: choose another one.',
  '/code': 'This is not the code that was sent. After three tries ask for another one.',
  confirmation_expired: 'The code is too old: ask for another one.',
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
    'This link belongs to a preview made on demo data: anyone may read it, so it opens nothing. A real message’s link would open the subscription here, to change or end it.',
  offline: 'The service could not be reached. Check your connection, then load the page again.',
  later: 'in a little while'
}

export const people = {
  title: 'Contacts and quiet hours',
  open: 'Contacts, quiet hours, who has seen it',
  back: 'Back to the alert',
  tonight: 'Tonight',
  none: 'There is no warning for tonight.',
  waiting: 'No one has confirmed seeing this warning yet.',
  worse: 'It has become worse since; no one has confirmed seeing that yet.',
  cleared: 'The risk is over.',
  seenBy: (who: string, when: string) => `Seen by ${who}, ${when}.`,
  you: 'you',
  byPhone: 'you, by telephone',
  contacts: 'If you do not answer',
  chainOn:
    'A warning about tonight that no one answers comes once more, and then goes to these contacts, one after the other, before all must be ready. One answer ends it for all.',
  chainOff: 'A warning that you do not answer is not sent again, and your contacts are not notified.',
  switchOn: 'Send it again if I do not answer',
  switchOff: 'Do not send it again',
  up: 'Earlier',
  remove: 'Remove',
  askThem: 'Send them this link: with it they confirm.',
  asked: 'They were sent a message to confirm.',
  code: 'The six digits that came to their telephone',
  add: 'Add a contact',
  name: 'Name',
  quiet: 'Quiet hours',
  quietText:
    'In these hours only tonight wakes you, from the level that you choose. Everything else waits until they end.',
  from: 'From',
  to: 'To',
  always: 'Wakes you anyway from',
  save: 'Save the hours',
  noHours: 'No quiet hours',
  done: {
    seen: 'Thank you: it is noted that you have seen it.',
    over: 'There is nothing to answer for tonight.',
    chain: 'Saved.',
    added: 'The contact was added, and has to confirm now.',
    moved: 'The order was saved.',
    removed: 'The contact was removed.',
    confirmed: 'The contact is confirmed.',
    hours: 'The quiet hours were saved.',
    loud: 'There are no quiet hours now.'
  } as Readonly<Record<string, string>>
}

/** For those that a key watches for. */
export const tonight = {
  title: 'Tonight’s warnings',
  intro:
    'Everyone who was subscribed with the API key of a cooperative or municipality: who was warned about tonight, who has seen it, and whom to call.',
  key: 'API key',
  open: 'Show the list',
  refused: 'This key opens no list. It may have been copied in part.',
  filter: 'Who',
  filters: { unanswered: 'Not answered', raised: 'Warned', all: 'Everyone' },
  name: 'Name',
  tag: 'Group',
  show: 'Show',
  none: 'No one matches.',
  more: 'The next ones',
  notSent: 'Not sent yet.',
  sent: (when: string) => `Sent ${when}.`,
  receipts: { delivered: 'It reached the telephone.', failed: 'It did not reach the telephone.' },
  seen: (when: string) => `Seen ${when}.`,
  informed: 'Seen, by telephone',
  sendAgain: 'Send again',
  callAgain: 'Call again',
  done: {
    informed: 'Noted: that person knows.',
    again: 'The warning is on its way once more.',
    changed: 'The warning has changed since it was shown: look at the night, and tell them.'
  }
}

export const linkPages = {
  stopTitle: 'End this alert?',
  stopButton: 'End the alert',
  stopped: 'The alert has ended',
  stoppedText: 'Nothing more will be sent.',
  goesOn: 'The alert is on again',
  goesOnText: 'A message comes when a night reaches your threshold, as before.',
  tooLate: 'Too late to take it back',
  tooLateText: 'Ending it can be undone for ten minutes. Subscribe again.',
  takeBack: 'Take it back',
  takeBackText: 'Was it a mistake? You can take it back for ten minutes.',
  confirmTitle: 'Turn this alert on?',
  confirmButton: 'Turn the alert on',
  takeLabel: 'Use this name in the titles of the messages',
  confirmed: 'The alert is on',
  confirmedText: 'A message comes when a night reaches the threshold.',
  expired: 'That was too late',
  expiredText: 'The time to confirm is over. Subscribe again, and a new message is sent.',
  unknown: 'This link opens nothing',
  unknownText: 'It may have been copied in part. Open it from the message itself.',
  madeOver: [
    'This page is closed',
    'It was open for an hour after the alert was made. The link in every message changes or ends the alert.'
  ] as readonly [string, string],
  preview: 'This link belongs to a preview',
  previewText:
    'The message was made on demo data, and anyone may read it, so its link opens nothing. In a real message this link would end the subscription here.',
  place: 'Place',
  channel: 'Channel',
  temperature: 'If it may fall below',
  temperatureOf: 'Which temperature',
  status: 'State',
  manageTitle: 'Your alert',
  code: 'The six digits that came to your telephone',
  sendCode: 'Send another code',
  pasteLink: 'Paste the whole link of the message here',
  openAlert: 'Show the alert',
  goBack: 'No, keep it',
  pause: 'Pause',
  resume: 'Resume',
  test: 'Send a test',
  end: 'End',
  change: 'Change',
  stageNow: 'The stage of your plants today',
  renewStage: 'Save the stage',
  endSure: 'Yes, end this alert',
  resend: 'Send again',
  sent: 'What was sent'
}
