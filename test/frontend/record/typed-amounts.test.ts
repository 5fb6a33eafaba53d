import { expect, test } from 'vitest'
import { AmountText, PackDosesText } from '../../../frontend/src/features/supplements/dosing-form.ts'

test.each([
  ['1', 1],
  [' 2,5 ', 2.5],
  ['0.25', 0.25],
  [',5', 0.5],
  ['3,', 3],
])('«%s» is the amount %d', (typed, amount) => {
  expect(AmountText.parse(typed)).toBe(amount)
})

test.each(['', '1e3', '0x10', '0b1', '1,5,2', 'Infinity', '-1', '1 000'])(
  '«%s» is no amount, though a machine may know it',
  (typed) => {
    expect(AmountText.safeParse(typed).success).toBe(false)
  },
)

test.each(['1e3', '0x10', '1,5', '-1'])('«%s» is no number of doses in a pack', (typed) => {
  expect(PackDosesText.safeParse(typed).success).toBe(false)
})
