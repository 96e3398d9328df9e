/** The first screen of a place: a degree, and short words beside it. */
export const hero = {
  onPlants: 'on the plants',
  inAir: 'in the air',
  air: 'air',
  wetBulb: 'wet bulb',
  at: (time: string) => `at ${time}`,
  notMeasured: 'forecast, not measured',
  lastNight: (plants: string, time: string) => `Last night ${plants} on the plants, ${time} (forecast)`,
  allCrops: 'Any plant',
  unknown: 'no forecast of this night',
  notNone: 'That does not mean that there is no frost. Watch your own thermometer until a forecast comes.',
  damage: {
    buds: (share: string) => `about ${share} of the buds or flowers are harmed`,
    fruits: (share: string) => `about ${share} of the fruits are harmed`,
    shoots: (share: string) => `about ${share} of the shoots are harmed`
  },
  noDamage: 'no damage to speak of',
  noShare: 'no share of damage is known for this stage',
  anyPlant: 'for any plant; choose your crop',
  coldest: (lowest: string) => `Coldest, ${lowest}`,
  end: 'The cold ends',
  spellEnd: 'The frost ends',
  unending: 'not in this forecast',
  nextRisk: 'Next night with a risk',
  whatToDo: 'What to do'
}
