import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBrokenPasswordRule, ValidPassword, passwordRules } from '#contract/password'

describe('a password', () => {
  test.each(['Secreta1!', 'aB3_aB3_', 'aB3-aB3-', 'Ñandú-Z1a', `A1.${'a'.repeat(253)}`])(
    '%s holds every rule',
    (password) => {
      expect(ValidPassword.safeParse(password).success).toBe(true)
    },
  )

  const broken: [string, string, string][] = [
    ['LIM-05 REG-12 RST-05 of seven characters', 'Secre1!', 'Al menos 8 caracteres'],
    ['REG-12 RST-05 without an upper-case letter', 'secreta1!', 'Una letra mayúscula'],
    ['REG-12 RST-05 without a lower-case letter', 'SECRETA1!', 'Una letra minúscula'],
    ['REG-12 RST-05 without a digit', 'Secretas!', 'Un número'],
    ['REG-12 RST-05 without a special character', 'Secreta12', 'Un carácter especial (!@#$%^&*(),.?":{}|<>._-)'],
    ['REG-12 with another special character only', 'Secreta1~', 'Un carácter especial (!@#$%^&*(),.?":{}|<>._-)'],
  ]
  test.each(broken)('%s is refused with the text of the rule', (_, password, text) => {
    expect(findBrokenPasswordRule(password)?.text).toBe(text)
    expect(ValidPassword.safeParse(password).error?.issues.map(({ message }) => message)).toEqual([text])
  })

  test.each([...'!@#$%^&*(),.?":{}|<>._-'])('REG-12 A-16 %s is a special character', (letter) => {
    expect(ValidPassword.safeParse(`Secreta1${letter}`).success).toBe(true)
  })

  test('is accepted exactly when each of the five rules holds and no space stands at either end', () => {
    assert(
      property(string({ maxLength: 20 }), (password) => {
        const holds = passwordRules.every((rule) => rule.holds(password)) && password === password.trim()
        return ValidPassword.safeParse(password).success === holds
      }),
    )
    expect(passwordRules).toHaveLength(5)
  })

  test.each([' Secreta-1', 'Secreta-1 ', '\tSecreta-1'])(
    'with a space at an end is refused by name: %j',
    (password) => {
      const { error } = ValidPassword.safeParse(password)

      expect(error?.issues[0]?.message).toBe('La contraseña no puede empezar ni terminar con un espacio')
    },
  )

  test('of more than 256 characters is refused: Cognito takes no more', () => {
    expect(ValidPassword.safeParse(`Secreta1!${'a'.repeat(248)}`).success).toBe(false)
  })
})
