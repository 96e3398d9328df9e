/** Made by `npm run fit`: do not edit. evening-law.ts says what the constants mean, docs/science.md how they are used. */
export const fittedEvening = {
  // sunset2h_nights.csv, isd_sunset2h_nights.csv, isparta_sunset2h_nights.csv,
  // ankara_ltac_reports.csv, isparta_hourly.csv, debilt_hourly_2000.csv:
  // 52946 evenings of 12034 nights at 14 stations, 2000-01-01 to 2024-06-30;
  // weighted least squares.
  elements: {
    fallOfTwoHoursC: {
      coefficients: [2.72957, 0.226067, 1.3168, -1.9892],
      sigma: 1.50121
    },
    fallOfFiveHoursC: {
      coefficients: [5.11825, 0.216443, -0.115712, -2.74526, 1.20881],
      sigma: 1.85865
    },
    deficitC: {
      coefficients: [-2.1186, 2.60171, 1.01657, 2.74418, 0.444421, 0.154264],
      sigma: 3.72974
    },
    windSpeedMps: {
      coefficients: [3.93237, -0.0664435, 2.35496, -2.20643, -0.191237, -0.163257, 0.0526311],
      sigma: 1.75429
    },
    cloudFraction: {
      coefficients: [0.879381, 0.0108734, 0.237705, -0.32988, -0.0287793, -0.0419648, -0.0208991, 0.0267789],
      sigma: 0.319283
    }
  },
  // The same evenings: least squares, each coefficient held at 0 by 30 of them; the spread by the smallest mean CRPS.
  fall: {
    coefficients: [
      0.180471, -0.548329, 0.574966, 0.152814, -0.424977, -0.818063, 0.40473, -1.07381, 0.625366, 0.247,
      0.197409, 0.373829, 1.28358, 1.18344, 0.249405, -0.119186, 0.610212, 1.01845, -0.405683, 0.10713, 0, 0
    ],
    spread: [-1.15263, 0.636117, 0.0819272, 0.0867274, 0.293907]
  },
  // nws_lows.csv: errors of the 24-hour forecasts; correlation of consecutive nights,
  memoryHours: 13.5145,
  // and of pairs of cities within 600 km: least squares of its logarithm.
  sharing: {
    atPlace: 0.460879,
    perKm: 338.596,
    perM: 3778.16
  }
}
