import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { UnverifiedAccountPurchaseRequest, PurchaseRequest } from '#contract/purchases'
import { PurchaseForm, SignUpInput } from '#contract/sign-up'
import { users } from '#contract/users'
import {
  EuroCents,
  PageCursor,
  CustomerId,
  AccountEmail,
  Email,
  IsoInstant,
  OrderId,
  PageQuery,
  PaymentId,
  UserId,
} from '#contract/value-schemas'

const accepts = (schema: { safeParse: (given: unknown) => { success: boolean } }, given: unknown) =>
  schema.safeParse(given).success

describe('an id', () => {
  test.each([
    [UserId, 'usr_'],
    [CustomerId, 'cus_'],
    [OrderId, 'ord_'],
    [PaymentId, 'pay_'],
  ])('says what it names and is lower-case (%#)', (schema, prefix) => {
    const others = ['usr_', 'cus_', 'ord_', 'pay_'].filter((other) => other !== prefix)

    expect(accepts(schema, `${prefix}0a1b2c3d-0000-4000-8000-000000000001`)).toBe(true)
    for (const given of [
      ...others.map((other) => `${other}00000001`),
      `${prefix}short`,
      `${prefix}UPPER-CASE`,
      `${prefix}0000000#`,
      `${prefix}00000001\n`,
      `x${prefix}00000001`,
      `${prefix}${'0'.repeat(65)}`,
      1,
      null,
    ])
      expect(accepts(schema, given), String(given)).toBe(false)
  })
})

const addressOf = (characters: number): string => `${'a'.repeat(characters - 5)}@b.es`

describe('an e-mail address', () => {
  test('is trimmed and lower-case', () => {
    expect(Email.parse('  Lucia.Ferrer+x@Correo.TEST ')).toBe('lucia.ferrer+x@correo.test')
  })

  test.each(['', 'lucia', 'lucia@', '@correo.test', 'a b@correo.test', 'lucia@correo', `${'a'.repeat(250)}@b.es`])(
    '%j is none',
    (given) => {
      expect(accepts(Email, given)).toBe(false)
    },
  )

  test('of an account has no more characters than Cognito takes for a user name', () => {
    expect(accepts(AccountEmail, addressOf(128))).toBe(true)
    expect(AccountEmail.safeParse(addressOf(129)).error?.issues[0]?.message).toContain('128 caracteres')
    expect(accepts(Email, addressOf(129))).toBe(true)
  })

  test.each([
    ['a sign-up', SignUpInput],
    ['a purchase', PurchaseForm],
    ['an invitation', users.invite.body],
  ])('of %s is one that an account can have', (_, schema) => {
    const refused = (email: string) =>
      schema.safeParse({ email, confirmEmail: email }).error?.issues.some(({ path: [field] }) => field === 'email') ??
      false

    expect([128, 129].map((characters) => refused(addressOf(characters)))).toEqual([false, true])
  })

  test('PAY-16 that is none is said so in Spanish', () => {
    expect(Email.safeParse('lucia').error?.issues[0]?.message).toBe('Email no válido')
  })
})

describe('a page of a list', () => {
  test('has 25 items unless another number is asked for', () => {
    expect(PageQuery.parse({})).toEqual({ limit: 25 })
    expect(PageQuery.parse({ limit: '100' })).toEqual({ limit: 100 })
  })

  test.each(['0', '-1', '101', '1.5', 'all', ''])('of %j items is refused', (limit) => {
    expect(accepts(PageQuery, { limit })).toBe(false)
  })

  test('goes on after an instant and an id, and after nothing else', () => {
    expect(accepts(PageCursor, '2026-11-21T09:00:00.000Z~pay_00000001')).toBe(true)
    for (const given of ['', '~', 'x', '2026-11-21~pay_00000001', '2026-11-21T09:00:00.000Z~pay_0000#001'])
      expect(accepts(PageCursor, given), given).toBe(false)
  })
})

test('money is whole cents and never less than nothing', () => {
  expect([0, 8000].map((cents) => accepts(EuroCents, cents))).toEqual([true, true])
  expect([-1, 0.5, Number.NaN, '8000'].map((cents) => accepts(EuroCents, cents))).toEqual([false, false, false, false])
})

test('an instant is UTC', () => {
  expect(accepts(IsoInstant, '2026-11-21T09:00:00.000Z')).toBe(true)
  expect(['2026-11-21', '2026-11-21T09:00:00+01:00', 'ayer'].map((at) => accepts(IsoInstant, at))).toEqual([
    false,
    false,
    false,
  ])
})

describe('a purchase', () => {
  test('names a product, and perhaps a code in capitals', () => {
    expect(PurchaseRequest.parse({ product: 'primera-consulta', discountCode: ' bienvenida ' })).toEqual({
      product: 'primera-consulta',
      discountCode: 'BIENVENIDA',
    })
  })

  test.each([{ amount: 8000 }, { currency: 'eur' }, { priceId: 'x' }, { userId: crypto.randomUUID() }])(
    'FUN-09 FUN-10 A-27 that says %j is refused, not trimmed',
    (more) => {
      expect(accepts(PurchaseRequest, { product: 'primera-consulta', ...more })).toBe(false)
    },
  )

  test('of a new account names its address and brings the token that sign-up answered', () => {
    const purchase = { product: 'primera-consulta', email: 'lucia@correo.test', token: 'x'.repeat(43) }
    expect(accepts(UnverifiedAccountPurchaseRequest, { product: 'primera-consulta' })).toBe(false)
    expect(accepts(UnverifiedAccountPurchaseRequest, { ...purchase, token: undefined })).toBe(false)
    expect(accepts(UnverifiedAccountPurchaseRequest, { ...purchase, token: 'usr_00000001' })).toBe(false)
    expect(accepts(UnverifiedAccountPurchaseRequest, { ...purchase, userId: crypto.randomUUID() })).toBe(false)
    expect(accepts(UnverifiedAccountPurchaseRequest, purchase)).toBe(true)
  })

  test('A-28 a code that cannot be one is refused with the sentence for people', () => {
    const verdict = PurchaseRequest.safeParse({ product: 'primera-consulta', discountCode: 'CÓDIGO MÍO' })

    expect(verdict.error?.issues[0]?.message).toBe('Código de descuento no válido')
  })

  test('is confirmed by the id of a session and by nothing else', () => {
    const { body } = payments.confirm
    expect(accepts(body, { sessionId: 'cs_test_a1B2c3D4e5' })).toBe(true)
    expect(accepts(body, { sessionId: 'cs_test_a1B2c3D4e5', amount: 1 })).toBe(false)
    expect(accepts(body, { sessionId: 'cs_test_a1/../x' })).toBe(false)
  })
})

test('a value of a wrong format is refused in Spanish, without the pattern that it does not match', () => {
  const problem = CustomerId.safeParse('usr_1').error?.issues[0]?.message

  expect(problem).toBe('No tiene el formato esperado')
})
