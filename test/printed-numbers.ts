/** The forms in which programs print one number. */

/** Of a number of thousandths and what a program has beyond them; the number itself is the first form's. */
export interface Printed {
  /** What every form rounds to [thousandths]. */
  readonly thousandths: number
  readonly forms: readonly string[]
}

/** @param beyond in thousandths, under a half either way: the noise of a float, or of a click on a map */
export function printedForms(thousandths: number, beyond: number): Printed {
  const exact = thousandths / 1000
  const noisy = (thousandths + beyond) / 1000
  const fixed = exact.toFixed(3)
  return {
    thousandths,
    forms: [
      ...[String(noisy), noisy.toFixed(17), noisy.toFixed(60), noisy.toExponential(), noisy.toPrecision(17)],
      ...[
        String(Math.fround(exact)),
        fixed,
        `${fixed}0`,
        String(exact),
        signed(fixed),
        signed(String(noisy))
      ],
      ...[pythonRepr(noisy), pythonRepr(exact), exact.toExponential(6).toUpperCase(), general(exact)],
      ...[
        bare(fixed),
        bare(String(noisy)),
        trimmed(fixed),
        `${noisy.toFixed(60)}${'0'.repeat(900)}`,
        padded(fixed)
      ]
    ]
  }
}

function signed(text: string): string {
  return text.startsWith('-') ? text : `+${text}`
}

/** `38.0`, `1e-07`: Python, numpy, Swift. */
function pythonRepr(value: number): string {
  const text = String(value).replace(/e([+-])(\d)$/, 'e$10$2')
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** `%g` of C. */
function general(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(5).split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return String(Number(value.toPrecision(6)))
  return `${Number(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** `.5`: SQL, minifiers. */
function bare(text: string): string {
  return text.replace(/^(-?)0\./, '$1.')
}

/** `38.`: numpy in an array. */
function trimmed(text: string): string {
  return text.replace(/0+$/, '')
}

/** `0038.355`: fixed columns. */
function padded(text: string): string {
  return text.replace(/^(-?)/, '$100')
}
