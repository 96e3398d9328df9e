/** "I have seen it": a button, and the page of a link. */
export const seen = {
  button: 'I have seen it',
  title: 'Have you seen this warning?',
  /** For each outcome its heading and its sentence. */
  outcomes: {
    seen: [
      'Thank you',
      'We know that you have seen it. A message follows only if the night gets clearly worse.'
    ],
    over: ['The night is over', 'There is nothing more to acknowledge.'],
    unknown: [
      'This link opens nothing',
      'It may have been copied in part, or a newer message has taken its place.'
    ]
  } as Readonly<Record<'seen' | 'over' | 'unknown', readonly [title: string, text: string]>>
}
