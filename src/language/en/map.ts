/** The map on which a field is chosen. */
export const map = {
  link: 'Choose on the map',
  title: 'Choose your field on the map',
  description: 'Set a pin on a map of Türkiye, or write coordinates, for the frost risk of your own field.',
  label: 'Map of Türkiye with a pin',
  help: 'Tap to set the pin, drag to move the map. With the keyboard: arrows move the pin, + and − zoom, Enter opens the field.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  open: 'Open this field',
  failed: 'The map could not be loaded. Write the coordinates instead.',
  form: 'Or write a place or coordinates, such as 38.355 38.310.',
  credit: 'Borders: Natural Earth (public domain). Names: the table of places of this site.'
}
