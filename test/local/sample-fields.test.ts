import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fieldOmissionMutations, sampleNewFields } from '../../bin/fields/records.ts'

const edits = [
  ...sampleNewFields.flatMap(({ places }) =>
    places.flatMap(({ file, edits: changes }) => changes.map(([from]) => ({ file, from }))),
  ),
  ...fieldOmissionMutations,
]

test('what bin/prove-fields.ts changes stands once in the file that it names', () => {
  const missing = edits.filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2)

  expect(edits.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})
