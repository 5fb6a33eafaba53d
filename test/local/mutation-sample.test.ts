import { expect, test } from 'vitest'
import { type FolderMutants, sampleMutants } from '../../bin/mutation/sample.ts'

const folder = (name: string, lines: number, count: number): FolderMutants => ({
  name,
  lines,
  mutants: Array.from({ length: count }, (_, line) => ({
    id: `${name}-${line}`,
    file: `${name}/file.ts`,
    line,
    mutator: 'BlockStatement',
    replacement: '{}',
  })),
})
const folders = [folder('functions/payments', 3000, 900), folder('functions/users', 1000, 300), folder('lib', 10, 40)]
const idsOf = (seed: number) => sampleMutants(folders, 40, seed).map(({ id }) => id)

test('the same seed draws the same mutants, another seed others', () => {
  expect(idsOf(1)).toEqual(idsOf(1))
  expect(idsOf(1)).not.toEqual(idsOf(2))
})

test('no mutant is drawn twice, and each folder by its lines but once at least', () => {
  const ids = idsOf(7)

  expect(new Set(ids).size).toBe(ids.length)
  const counts = folders.map(({ name }) => ids.filter((id) => id.startsWith(name)).length)
  expect(counts).toEqual([30, 10, 1])
})
