/**
 * In which order files of tests run: the longest first, so that none of them runs on alone when all the others have
 * ended.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Half a minute and more. Vitest itself begins with those that took longest in the run before, which a clean clone has
 * not had; it then begins with the largest files, and the longest of all has eighty lines.
 */
export const longest = [
  'verification/gates.test.ts',
  'test/scenarios/alerts/mqtt-states.test.ts',
  'test/scenarios/weather/paced-day.test.ts',
  'test/scenarios/weather/upstream-faults.test.ts',
  'test/browser/pages.test.ts',
  'test/scenarios/alerts/silent-name-server.test.ts',
  'test/install/package.test.ts',
  'test/crash/supervised.test.ts',
  'tools/places/edition.test.ts'
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Projects stay one after the other.
    const ofProjects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...ofProjects.values()].flatMap((own) => own.toSorted((one, other) => rank(one) - rank(other)))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return found === -1 ? longest.length : found
}
