/**
 * Made by `npm run fit`: do not edit. evening-law.ts says what the constants mean, docs/science.md how they are used.
 */
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
      coefficients: [5.11631, 0.215793, -0.116453, -2.74425, 1.21013],
      sigma: 1.85826
    },
    deficitC: {
      coefficients: [-2.11907, 2.6014, 1.01579, 2.74455, 0.445484, 0.15409],
      sigma: 3.7296
    },
    windSpeedMps: {
      coefficients: [3.93336, -0.0663555, 2.35526, -2.20705, -0.191522, -0.16336, 0.0526736],
      sigma: 1.75418
    },
    cloudFraction: {
      coefficients: [0.879677, 0.0108816, 0.237812, -0.33006, -0.0288931, -0.0419709, -0.0208888, 0.0267662],
      sigma: 0.319247
    }
  },
  // The same evenings: least squares, each coefficient held at 0 by 30 of them; the spread by the smallest mean CRPS.
  fall: {
    coefficients: [
      0.946112, -0.72033, -0.448645, -0.0810165, 0.0916603, -0.205833, 0.482328, -0.119267, -0.530578, 0.6057,
      0.12239, 0.00872202, 0.315371, -0.0954213, 0.273633, -0.366486, -0.125801, -0.269307, 0.426775,
      -0.568451, 0.454738, 0.838663, 0.443422, 0.19518, 0.314732, 1.16326, -0.203657, -0.51695, 0.858596, 0, 0
    ],
    spread: [-1.14456, 0.634633, 0.0711085, 0.10621, 0.275284]
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
