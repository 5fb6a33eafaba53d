import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What waits for pages and products comes first, what only works fills the cores to the end. Whole projects, as a worker
 * keeps its modules from file to file of one project alone.
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

/** Some of a minute and more, which would end alone when their suite is all that runs. */
const longFiles = [
  'test/journeys/strangers.test.ts',
  'test/local/restore/restore-table.test.ts',
  'test/local/nasty/nasty.test.ts',
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
 * Within a project the longest of the last run, or on a new checkout the largest, as Vitest has it. With TEST_ORDER in an
 * order drawn from it, which shows the files that live from what another has left (docs/testing.md).
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
