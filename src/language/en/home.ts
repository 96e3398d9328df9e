/** The home page. */
export const home = {
  title: 'Ayaz – frost risk tonight',
  description:
    'Frost risk for every place in Türkiye: tonight’s score, its reasons, alerts that arrive, and a widget to embed.',
  heading: 'Frost risk tonight',
  highest: 'Highest risk',
  calm: 'No province is at risk.',
  noData: 'There are no data for this night yet.',
  all: 'All provinces',
  province: 'Province',
  level: 'Level',
  score: 'Score',
  minimum: 'Lowest temperature',
  headingOther: 'Frost risk',
  everyPlant: 'The map is for every plant, at the ground; the page of a place is for your crop.',
  nights: 'Choose a night',
  show: 'On the map',
  showRisk: 'Frost risk',
  showTemperature: 'Temperature',
  coldest: 'Coldest air',
  resting:
    'Deciduous trees usually rest in this season and bear far more cold than when they flower, so the map shows the air minimum. Citrus does not rest: look at your place, with the crop.',
  noMap: 'The map is being drawn: no forecast has arrived yet. The search works meanwhile.',
  map: 'Map of Türkiye'
}
