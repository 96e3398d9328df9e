/** What the manage page says of an alert: its state, what a button did, and what was sent. */
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
    confirmed: 'The alert is on.',
    code_sent: 'Another code is on its way.',
    end: 'The alert has ended. Nothing more will be sent.',
    delivered: 'The message was sent again, and your server accepted it.',
    refused: 'The message was sent again, but your server did not accept it.'
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
    delivered: 'accepted by the channel',
    dropped: 'overtaken by a newer one',
    rejected: 'refused',
    expired: 'too late to be sent'
  } as Readonly<Record<string, string>>
}
