/** Made by `npm run fit`: do not edit. blend-law.ts says what the constants mean, docs/science.md how they are used. */
export const fittedBlend = {
  // toulouse_tigge_5models_06utc_2019_2021.csv: 487 forecasts of 5 models, 2019-03-02 to 2020-07-31,
  // pnw_srft_48h.csv: 14130 forecasts of 8 models, 2004-01-01 to 2004-01-21;
  // smallest squared error of each night from the nights before it; the two shares of the spread by the smallest CRPS.
  memory: 0.95,
  biasNights: 4,
  varianceNights: 5,
  trimmedShare: 0.2,
  spreadShare: 0.5,
  usualSpreadShare: 0.196113
}
