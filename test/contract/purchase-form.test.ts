import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PurchaseForm } from '#contract/sign-up'

const good = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  email: 'lucia@correo.test',
  confirmEmail: 'lucia@correo.test',
  password: 'Secreta1!',
  terms: true,
}

describe('the purchase form', () => {
  test('DATA-17 PAY-11 takes what is complete, with or without a discount code', () => {
    expect(PurchaseForm.parse(good)).toEqual(good)
    expect(PurchaseForm.parse({ ...good, discountCode: ' bienvenida ' })).toMatchObject({ discountCode: 'bienvenida' })
  })

  const problems: [string, object, string, string][] = [
    ['PAY-14 LIM-05 a first name of one letter', { firstName: 'L' }, 'firstName', 'Nombre demasiado corto'],
    ['PAY-14 a first name of spaces', { firstName: '   ' }, 'firstName', 'Nombre demasiado corto'],
    ['PAY-15 LIM-05 a last name of one letter', { lastName: 'F' }, 'lastName', 'Apellidos demasiado cortos'],
    ['PAY-16 an address that is none', { email: 'lucia' }, 'email', 'Email no válido'],
    ['PAY-16 a confirmation that is no address', { confirmEmail: 'lucia@' }, 'confirmEmail', 'Email no válido'],
    ['PAY-17 two addresses', { confirmEmail: 'otra@correo.test' }, 'confirmEmail', 'Los emails no coinciden'],
    ['PAY-18 LIM-05 a password of five characters', { password: '12345' }, 'password', 'Mínimo 6 caracteres'],
    ['PAY-19 terms that are not accepted', { terms: false }, 'terms', 'Debes aceptar los términos y condiciones'],
  ]
  test.each(problems)('%s is refused in Spanish', (_, changes, field, text) => {
    expect(problemsOf({ ...good, ...changes })).toEqual({ [field]: [text] })
  })

  test('PAY-17 addresses that differ are shown although the rest is not filled in yet', () => {
    const { confirmEmail } = problemsOf({ ...good, firstName: '', terms: false, confirmEmail: 'otra@correo.test' })

    expect(confirmEmail).toEqual(['Los emails no coinciden'])
  })

  test('PAY-17 addresses that differ in case or in spaces around them are the same', () => {
    expect(PurchaseForm.safeParse({ ...good, confirmEmail: ' Lucia@Correo.test ' }).success).toBe(true)
  })

  test('PAY-18 a password of six characters passes the form', () => {
    expect(PurchaseForm.safeParse({ ...good, password: '123456' }).success).toBe(true)
  })

  test('PAY-14 PAY-15 names of two letters pass', () => {
    expect(PurchaseForm.safeParse({ ...good, firstName: 'Al', lastName: 'Xu' }).success).toBe(true)
  })
})

function problemsOf(form: object): Record<string, string[] | undefined> {
  const verdict = PurchaseForm.safeParse(form)
  return verdict.error ? z.flattenError(verdict.error).fieldErrors : {}
}
