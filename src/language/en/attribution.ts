/** The credit of synthetic data; a real source is credited in its own words. */
export const attribution = { synthetic: 'Made data for demonstration. Not a forecast.' }
