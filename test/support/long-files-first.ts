import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that wait as much as they work, a minute and more. Begun last, each would end alone; only files of a suite
 * with modules of its own, as those of others share them with whatever follows.
 */
const longFiles = ['test/local/restore/restore-table.test.ts', 'test/local/template/deployment.test.ts']

const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = longFiles.findIndex((path) => moduleId.endsWith(path))
  return place < 0 ? longFiles.length : place
}

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's sequencer is no array
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
