/** The pages for too many requests and for an address that does not exist. */
export const errorPages = {
  tooMany: {
    title: 'Too many pages at once',
    text: (seconds: number) => `Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    shared: 'Where many people share one connection, as in a school, their visits are counted together.'
  },
  fault: {
    title: 'Something went wrong',
    text: 'This page could not be made. Please try again in a minute.',
    id: (requestId: string) => `If it happens again, give the operator this id: ${requestId}`
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may have been copied in part, or the page has moved.',
    meant: 'Did you mean one of these places?'
  }
}
