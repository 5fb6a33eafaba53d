import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { mfa, RECOVERY_CODE_ALPHABET, RecoveryCode, TotpCode } from '#contract/mfa'
import { hasReachedAge } from '#contract/sign-up'
import { users } from '#contract/users'

const message = (schema: typeof TotpCode, typed: string) => schema.safeParse(typed).error?.issues[0]?.message

describe('MFA-11 LIM-03 a code of the app', () => {
  test.each(['123456', ' 123456 ', '123 456', '12\t34\n56'])('as typed: %j', (typed) => {
    expect(TotpCode.parse(typed)).toBe('123456')
  })

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', '-12345', '12.456'])(
    '%j is refused in Spanish',
    (typed) => {
      expect(message(TotpCode, typed)).toBe('El código debe tener exactamente 6 dígitos')
    },
  )
})

describe('MFA-14 LIM-03 A-09 a recovery code', () => {
  test.each(['ABCD2345', 'abcd2345', 'ABCD-2345', ' abcd 2345 ', 'AB-CD-23-45'])('as typed: %j', (typed) => {
    expect(RecoveryCode.parse(typed)).toBe('ABCD2345')
  })

  test.each(['', 'ABCD234', 'ABCD23456', 'ABCD234!', 'ÁBCD2345', ' '.repeat(17) + 'ABCD2345'])(
    '%j is refused in Spanish or as too long',
    (typed) => {
      expect(RecoveryCode.safeParse(typed).success).toBe(false)
    },
  )

  test('is made of signs that nobody takes for one another', () => {
    expect(RECOVERY_CODE_ALPHABET).toMatch(/^[A-Z2-9]+$/)
    expect(RECOVERY_CODE_ALPHABET).not.toMatch(/[IO01]/)
    expect(new Set(RECOVERY_CODE_ALPHABET).size).toBe(RECOVERY_CODE_ALPHABET.length)
  })
})

const takes = (body: object) => mfa.prove.body.safeParse(body).success

test('a proof is a code or a recovery code, never both and nothing else', () => {
  expect(takes({ code: '123456' })).toBe(true)
  expect(takes({ recoveryCode: 'ABCD2345' })).toBe(true)
  expect(takes({ code: '123456', recoveryCode: 'ABCD2345' })).toBe(false)
  expect(takes({ code: '123456', userId: 'usr_00000001' })).toBe(false)
  expect(takes({})).toBe(false)
})

test('A-38 an invitation makes an administrador unless it says otherwise', () => {
  expect(users.invite.body.parse({ email: 'ana@correo.test' })).toEqual({
    email: 'ana@correo.test',
    role: 'administrador',
  })
})

test('REG-10 marketing is off unless it is asked for', () => {
  const answers = { firstName: 'Ana', lastName: 'Prieto', birthDate: '1990-05-17', acceptedTerms: true }

  expect(account.completeRegistration.body.parse(answers)).toMatchObject({ marketingOptIn: false })
})

describe('REG-05 REG-06 an age', () => {
  test.each([
    ['2010-11-21', '2026-11-21', true],
    ['2010-11-22', '2026-11-21', false],
    ['2012-02-29', '2028-02-28', false],
    ['2012-02-29', '2028-02-29', true],
    ['9990-01-01', '2026-11-21', false],
  ])('born on %s, sixteen on %s: %s', (born, today, expected) => {
    expect(hasReachedAge(born, 16, today)).toBe(expected)
  })

  test('of somebody born on 29 February is reached on 1 March of a year without that day', () => {
    expect([hasReachedAge('2012-02-29', 18, '2030-02-28'), hasReachedAge('2012-02-29', 18, '2030-03-01')]).toEqual([
      false,
      true,
    ])
  })

  test('is nobody’s above 120 years, which is a slip of the keyboard', () => {
    const today = '2026-11-21'
    expect(['1905-11-21', '1905-11-22', '1800-01-01'].map((born) => hasReachedAge(born, 16, today))).toEqual([
      false,
      true,
      false,
    ])
  })
})
