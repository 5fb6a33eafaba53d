import { expect, test } from 'vitest'
import { type FolderMutants, sampleMutants } from '../../bin/mutation/sample.ts'
import { applyMutant } from '../../bin/mutation/type-checker.ts'

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

test('a mutant takes the place of its expression and leaves the rest of the file', () => {
  const source = 'const one = 1\nexport const isMore = (n: number) =>\n  n > one\n'
  const range = { start: { line: 2, column: 2 }, end: { line: 2, column: 9 } }
  const mutant = { id: '1', file: 'more.ts', line: 3, mutator: 'EqualityOperator', replacement: 'n >= one', range }

  expect(applyMutant(source, mutant)).toBe(source.replace('n > one', 'n >= one'))
})
