import { expect, test } from 'vitest'
import { checkPasswordPolicy, generateTemporaryPassword } from '../../../bin/local/cognito/password-policy.ts'

const passwords = Array.from({ length: 500 }, generateTemporaryPassword)

test('the temporary passwords of the pool obey its policy, and each has what breaks a link', () => {
  for (const password of passwords) {
    expect(() => checkPasswordPolicy(password)).not.toThrow()
    for (const sign of '&#%+"<') expect(password).toContain(sign)
  }
})

test('together they use every sign that can be typed but the space', () => {
  const used = new Set(passwords.join(''))
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))

  expect(printable.filter((sign) => !used.has(sign))).toEqual([])
  expect(used.size).toBe(94)
})
