import { expect, test } from 'vitest'
import { CompleteRegistration } from '#contract/sign-up'

const complete = { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-05-17', acceptedTerms: true }

test('REG-04 a registration by Google needs a name, surnames, a birth date and the terms', () => {
  const missing = Object.keys(complete).map((field) => {
    const { error } = CompleteRegistration.safeParse({ ...complete, [field]: undefined })
    return error?.issues.map(({ path }) => path[0])
  })

  expect(CompleteRegistration.safeParse(complete).success).toBe(true)
  expect(missing).toEqual(Object.keys(complete).map((field) => [field]))
})
