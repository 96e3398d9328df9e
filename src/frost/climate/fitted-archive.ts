/**
 * Made by `npm run fit`: do not edit. archive-law.ts says what the constants mean, docs/science.md how they are used.
 */
export const fittedArchive = {
  // era5_minimum_isparta.csv: 2556 nights, 2010-01-02 to 2016-12-31;
  // era5_minimum_ankara_ltac.csv: 903 nights, 2022-01-01 to 2024-06-30;
  // least squares of station minus archive and of its square, each place counting the same.
  biasC: [-1.3607, 0.0655801, 0.84189],
  varianceC2: [4.70342, 1.5793, -0.98849],
  persistence: 0.324892,
  placesSdC: 0.659894,
  places: 2
}
