import type { Catalogue } from '../en.ts'

export const attribution: Catalogue['attribution'] = {
  synthetic: 'Gösterim amaçlı örnek veri; tahmin değildir.',
  sources: {
    openMeteo: 'Hava verileri: Open-Meteo.com (CC BY 4.0)',
    metNorway: 'MET Norway (CC BY 4.0) verilerine dayanır',
    openWeatherMap: 'Hava verileri: OpenWeather (ODbL)'
  }
}
