/** Made by `npm run fit`: do not edit. laws.ts says what the constants mean, docs/science.md how they are used. */
export const fittedLaws = {
  // nws_lows.csv: 41536 nights of 117 cities at four leads, 2021-01-31 to 2022-02-01;
  // smallest mean CRPS, Fisher scoring.
  // perCubedDayC2: meteostat_hourly_forecast_vs_history_2020_tmin.csv,
  // 3738 forecasts; least squares of the variance five to nine days ahead.
  airSpread: {
    baseC2: 2.05962,
    perDayC2: 0.542879,
    perSquaredDayC2: 0,
    perCubedDayC2: 0.00842156,
    winter: 0.0736973,
    perTenDegrees: -0.115242,
    perKilometre: 0.143528
  },
  // knmi_grassmin_daily.csv: 40110 days of 8 stations, 1995-01-01 to 2010-12-31;
  // debilt_hourly_2000.csv: 367 blocks of six hours, 2000-01-01 to 2000-12-01;
  // least squares of the shares, the cloud curve chosen on the last third of the days,
  // the hours a quarter of the weight.
  ground: {
    cloudToFourth: 0,
    cloudToSixth: 0.7,
    share: 0.46032,
    sharePerDegree: 0.0465206
  },
  // The same days: means of the law's offset and of its square.
  offsetPrior: {
    meanX: 1.35366,
    meanX2: 2.43996
  },
  // nws_lows.csv: nights forecast 12, 24 and 36 hours ahead with the bulletin half a day before;
  // least squares of what is taken back, then the smallest mean CRPS.
  runs: {
    takenBack: 0.241921,
    constant: -0.0430252,
    perDegree: 0.0812694
  },
  // The same cities and leads, each night forecast from earlier ones: of nine pairs the one with the smallest
  // mean CRPS among those with which fewer than a tenth of the cities become worse at each lead.
  learning: {
    logOdds: 0,
    perGain: 0.25
  }
}
