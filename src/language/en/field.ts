/** Coordinates that were typed, and the page of a point. */
export const field = {
  nearest: (place: string, distance: string) => `${distance} from ${place}`,
  saved: 'My fields',
  save: 'Remember this field here',
  remove: 'Forget this field',
  full: 'There are 20 fields here already, the most that this browser keeps. Forget one of them first.',
  elevation: 'Height of the field (m)',
  elevationFault:
    'The height must be metres above sea level, from −430 to 9000. Correct it, or leave it empty.',
  unknown: 'No such point',
  form: 'Write latitude and longitude, such as 38.355, 38.310 or 38°21′18″N 38°18′36″E, or paste the long link of a map.',
  faults: {
    short_link:
      'A short link does not say where it leads, and it is not opened here. Open it yourself and copy the long address, or the coordinates.',
    no_point: 'There is no single point in this link.',
    no_pin:
      'This link is to something with a name, and the numbers in it are only the middle of the screen. Press and hold your field on the map and copy the coordinates that appear.',
    order:
      'It is not certain which number is the latitude. Write N and E beside them, such as 38.355N 38.310E; latitude comes first.',
    marks:
      'It is not certain which digits belong together. Write decimals with a point and a comma between the two numbers: 38.355, 38.310.',
    too_coarse: 'Whole degrees are 100 km apart. Give at least two decimals, or minutes.',
    out_of_bounds: 'Latitude goes from −90 to 90, longitude from −180 to 180, minutes and seconds to 59.'
  }
}
