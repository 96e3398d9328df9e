/** Thresholds in degrees. */
export const thresholds = {
  where: {
    air: 'in the air',
    buds: 'at the buds',
    fruits: 'at the fruits',
    shoots: 'at the shoots',
    plant: 'at the plants'
  },
  mayFallBelow: (temperature: string, where: string) =>
    `the temperature may fall below ${temperature} ${where}`,
  /** From a probability of 95% on. */
  expectedBelow: (temperature: string, where: string) =>
    `the temperature is expected to fall below ${temperature} ${where}`,
  probability: (temperature: string, where: string) => `Probability of ${temperature} or less ${where}`,
  value: (temperature: string, where: string, probability: string) =>
    `${temperature} ${where}, from a probability of ${probability}`
}
