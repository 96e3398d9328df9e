/** The pages behind the links of messages. */
export const linkPages = {
  stopTitle: 'End this alert?',
  stopButton: 'End the alert',
  stopped: 'The alert has ended',
  stoppedText: 'Nothing more will be sent.',
  confirmTitle: 'Turn this alert on?',
  confirmButton: 'Turn the alert on',
  confirmed: 'The alert is on',
  confirmedText: 'A message comes when a night reaches the threshold.',
  expired: 'That was too late',
  expiredText: 'The time to confirm is over. Subscribe again, and a new message is sent.',
  unknown: 'This link opens nothing',
  unknownText: 'It may have been copied in part. Open it from the message itself.',
  preview: 'This link belongs to a preview',
  previewText:
    'The message was made on demo data, and everybody may read it, so its link opens nothing. In a real message this link would end the subscription here.',
  place: 'Place',
  channel: 'Channel',
  threshold: 'From a score of',
  status: 'State',
  manageTitle: 'Your alert',
  manageNeedsScript:
    'This page needs scripts: the key in its address never leaves your browser but to ask this service.',
  pause: 'Pause',
  resume: 'Resume',
  test: 'Send a test',
  end: 'End',
  change: 'Change',
  stageNow: 'The stage of your plants today',
  renewStage: 'Save the stage',
  endSure: 'Yes, end this alert',
  sent: 'What was sent'
}
