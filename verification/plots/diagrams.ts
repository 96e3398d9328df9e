/** The diagrams of docs/verification: how often it came as often as was said, and what the score is worth. */
import { reliabilityBins } from '../../src/frost/scores/scores.ts'
import type { BenchOutcome } from '../bench.ts'
import { type Curve, drawCurves } from './curves.ts'
import { picture, squareFrame } from './frame.ts'

export interface Diagram {
  /** File name without its ending, `^[a-z0-9-]+$`. */
  readonly name: string
  readonly title: string
  readonly svg: string
}

/**
 * A reliability diagram of each bench (methods that give probabilities between 0 and 1), and the score's calibration.
 */
export function diagramsOf(outcomes: readonly BenchOutcome[]): readonly Diagram[] {
  return outcomes.map((outcome) =>
    outcome.calibrations === undefined ? reliabilityDiagram(outcome) : scoreDiagram(outcome)
  )
}

function reliabilityDiagram(outcome: BenchOutcome): Diagram {
  const drawn = outcome.methods.filter(({ method }) => /^(FROST-P|point table|plain EMOS|FAO)/.test(method))
  const curves: Curve[] = drawn.slice(-5).map(({ method, probability }) => ({
    name: method,
    points: reliabilityBins(probability, outcome.came)
      .filter((bin) => bin.rows > 0)
      .map((bin) => ({
        x: 100 * bin.probability,
        y: 100 * bin.frequency,
        rows: bin.rows
      }))
  }))
  const title = `Reliability: ${outcome.bench}`
  const text = {
    title,
    subtitle: `${outcome.came.length} nights; a larger point stands for more of them`,
    xLabel: 'probability said of a minimum ≤ 0 °C [%]',
    yLabel: 'how often it came [%]'
  }
  return {
    name: `reliability-${slug(outcome.bench)}`,
    title,
    svg: picture(100, text, drawCurves(squareFrame(100), curves))
  }
}

function scoreDiagram(outcome: BenchOutcome): Diagram {
  const curves: Curve[] = [...(outcome.calibrations ?? [])].map(([name, { bins, slope, widestGap }]) => ({
    name: `${name}: slope ${slope.toFixed(2)}, widest gap ${widestGap.toFixed(1)} points`,
    points: bins.map((bin) => ({ x: bin.score, y: bin.severity, rows: bin.nights }))
  }))
  const title = 'What the score is worth'
  const text = {
    title,
    subtitle: `${outcome.bench}: ${outcome.came.length} nights in bins of ten points`,
    xLabel: 'frost score said [0…100]',
    yLabel: 'severity that came, 100·s(observed minimum) [0…100]'
  }
  return { name: 'score-calibration', title, svg: picture(100, text, drawCurves(squareFrame(100), curves)) }
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
