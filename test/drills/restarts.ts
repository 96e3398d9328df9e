/** Two processes behind a balancer as deployed are restarted, each as soon as the other one is ready. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { failures, restartInTurn } from '../crash/restarts-in-turn.ts'
import { type BalancerName, isInstalled } from '../receivers/balancers.ts'
import { printFigures } from './figures.ts'

const least = { restarts: 4, requests: 4000 }

/** A drill of each, with its figures. */
export function drillRestarts(...names: readonly BalancerName[]): void {
  const engine = ownPostgresEngine(true)
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())
  it.for(names)('restarts one right after the other behind %s fail no request', async (name, { skip }) => {
    skip(!isInstalled(name), `${name} is not installed`)
    const restarted = await restartInTurn(name, engine, least)
    const { restarts, answered, failed } = restarted
    printFigures(`rolling behind ${name}`, { restarts, answered, failed: failures(restarted) })
    expect(failed).toEqual({})
  })
}
