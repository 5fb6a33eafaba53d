import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Projects that wait for pages and products start first; processor-bound ones fill the cores. Whole projects, because a
 * worker keeps its modules only within a project.
 */
const projects = [
  'journeys-own-product',
  'journeys-on-sources',
  'journeys-starting-products',
  'journeys',
  'local-own-process',
  'local',
  'lib',
  'frontend-own-modules',
  'frontend',
  'functions',
]

/** Files of a minute and more, which would otherwise end alone when their suite is all that runs. */
const longFiles = [
  'test/journeys/strangers.test.ts',
  'test/local/restore/restore-table.test.ts',
  'test/local/adverse-conditions/adverse-conditions.test.ts',
  'test/local/template/deployment.test.ts',
  'test/local/restore/restore-pool.test.ts',
  'test/functions/privacy/erasure.test.ts',
]

const placeIn = (list: readonly string[], holds: (each: string) => boolean): number => {
  const place = list.findIndex(holds)
  return place < 0 ? list.length : place
}

const projectRank = ({ project }: TestSpecification) => placeIn(projects, (name) => name === project.name)
const fileRank = ({ moduleId }: TestSpecification) => placeIn(longFiles, (path) => moduleId.endsWith(path))

const drawn = (seed: string, { moduleId }: TestSpecification) =>
  createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')

/**
 * Within a project the longest of the last run first, or on a new checkout the largest, as in Vitest. With TEST_ORDER
 * in a random order seeded by it, which reveals files that depend on what another has left (docs/testing.md).
 */
export class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's sequencer is no array
    const sorted = await super.sort(files)
    const seed = process.env['TEST_ORDER']
    return sorted.toSorted((one, other) => {
      const withinProject = seed ? drawn(seed, one).localeCompare(drawn(seed, other)) : fileRank(one) - fileRank(other)
      return projectRank(one) - projectRank(other) || withinProject
    })
  }
}
