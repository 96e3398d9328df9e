/** The words in the paths of pages. A published address stays: add, never change. */
export const paths = {
  place: 'place',
  field: 'field',
  map: 'map',
  search: 'search',
  embed: 'embed',
  subscribe: 'subscribe',
  verification: 'verification'
}
