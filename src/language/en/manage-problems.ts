/**
 * The manage page, where the API refuses: what happened and what to do. Looked up by the problem's code, then its
 * status, then its class; `offline` where no answer can be read, `preview` for the link of a message made from demo
 * data. `{when}` becomes what `Retry-After` says, in words, or `later` where it says nothing.
 */
export const manageProblems = {
  threshold_out_of_range: 'The score or percentage must be a number from 1 to 100. Nothing was changed.',
  '/threshold not_allowed':
    'This stage has no score of its own: its alert is in degrees only. Nothing was changed.',
  '/threshold_temperature': 'The temperature must be a number from −30 to 10 °C. Nothing was changed.',
  '/threshold_probability': 'The probability must be from 5% to 95%. Nothing was changed.',
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
    'This link belongs to a preview made on demo data: everybody may read it, so it opens nothing. A real message’s link would open the subscription here, to change or end it.',
  offline: 'The service could not be reached. Check your connection, then load the page again.',
  later: 'in a little while'
}
