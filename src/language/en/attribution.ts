/** What is said of where the weather is from. */
export const attribution = {
  /** The credit of synthetic data, which no licence covers. */
  synthetic: 'Synthetic data for demonstration. Not a forecast.',
  /**
   * The sentences of the sources, each as its folder in `sources/` has it: a language finds its own wording by them.
   */
  sources: {
    openMeteo: 'Weather data by Open-Meteo.com (CC BY 4.0)',
    metNorway: 'Based on data from MET Norway (CC BY 4.0)',
    openWeatherMap: 'Weather data provided by OpenWeather (ODbL)'
  }
}
