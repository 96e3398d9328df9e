/** The chart of a night. */
export const charts = { sunset: 'Sunset', sunrise: 'Sunrise' }
