import { describe, expect, test } from 'vitest'
import { cleanPersonName, FullName } from '#contract/person-name'
import { GUARDIAN_CONSENT_VERSION } from '#contract/product'
import { PurchaseForm } from '#contract/sign-up'
import { ContractWithdrawalForm } from '#contract/withdrawals'
import {
  RegistrationCompletionSchema,
  RegistrationFormSchema,
} from '../../frontend/src/features/account/registration-schema.ts'
import { allEndpoints } from '../support/endpoints.ts'
import { listSchemaTextFields } from '../support/schema-texts.ts'

const email = 'lucia@correo.test'
const token = 'x'.repeat(43)
const lucia = { firstName: 'Lucía', lastName: 'Ferrer Gil' }
const form = { nombre: 'Lucía', apellidos: 'Ferrer', fecha_de_nacimiento: '1990-05-17', acceptedTerms: true }
const registration = { ...form, email, password: 'Secreta1!', confirmPassword: 'Secreta1!', marketingOptIn: false }
const purchase = { ...lucia, email, confirmEmail: email, password: 'Secreta1!', terms: true }
const notifications = { consultations: true, reminders: true, files: true, supplements: true, marketing: false }

const ofTheApi: Readonly<Record<string, object>> = {
  'account.askGuardian': { name: 'Ana Gil', email },
  'account.changeSettings': { ...lucia, notifications, language: 'es', version: 0 },
  'account.completeRegistration': { ...lucia, birthDate: '1990-05-17', acceptedTerms: true },
  'account.giveGuardianConsent': { token, name: 'Ana Gil', accepted: true, textVersion: GUARDIAN_CONSENT_VERSION },
  'account.signUp': {
    ...lucia,
    email,
    password: 'Secreta1!',
    flow: 'registration',
    birthDate: '1990-05-17',
    acceptedTerms: true,
  },
  'customers.create': { name: 'Lucía Ferrer', email },
  'customers.edit': { name: 'Lucía Ferrer', email, version: 1 },
  'customers.writeImport': { rows: [{ name: 'Lucía Ferrer', email }] },
  'withdrawals.request': { name: 'Lucía Ferrer', email, withdrawalId: 'wdr_12345678' },
}

const ofNobody = [
  'messages.changeTemplate',
  'messages.saveTemplate',
  'payments.saveBudgetTemplate',
  'supplements.add',
  'supplements.addByMoment',
  'supplements.saveTemplate',
  'supplements.publish',
  'supplements.saveProtocolTemplate',
]

const forms = [
  ['the registration form', RegistrationFormSchema, registration],
  ['the consent step', RegistrationCompletionSchema, { ...form, marketingOptIn: false }],
  ['the purchase form', PurchaseForm, purchase],
  ['the withdrawal form', ContractWithdrawalForm, { name: 'Lucía Ferrer', email }],
  ['the name of an invitation, of Google and of the sign-up trigger', FullName, lucia],
] as const

const isName = (key: string) => ['name', 'firstName', 'lastName', 'nombre', 'apellidos'].includes(key)
const bodyOf = (name: string) => allEndpoints.find((each) => each.name === name)?.endpoint.body

const bodies = Object.entries(ofTheApi).map(([name, body]) => [name, bodyOf(name), body] as const)

function withNames(body: object, name: string): object[] {
  return Object.entries(body).flatMap(([key, value]: [string, unknown]): object[] => {
    if (Array.isArray(value))
      return value.flatMap((row: object) => withNames(row, name).map((one) => ({ ...body, [key]: [one] })))
    return isName(key) ? [{ ...body, [key]: name }] : []
  })
}

const hostile = [
  ...'{}<>/:@#='.split('').map((sign) => `Ana${sign}Gil`),
  'Ana {####}',
  '<a href=x>Ana',
  'http://correo.test',
  'Ana\nGil',
  'Ana\u0000Gil',
  'Ana\u009bGil',
  'Ana\u202eliG',
  'Ana\u2066Gil',
  'Ana\u200fGil',
  'Ana\u2028Gil',
  'Ana\ud800Gil',
  'Ana：／／Gil',
  '＜b＞Ana',
  'Ana\u200bGil',
  'Ana\ufeffGil',
  'Ana\u00adGil',
]

describe('a name that could be a link, a tag or the place of a code', () => {
  test.each([...bodies, ...forms])('is refused by %s', (_, schema, body) => {
    const taken = withNames(body, 'María José d’Arc-Núñez')
    const refused = hostile.flatMap((name) => withNames(body, name))

    expect(taken.length).toBeGreaterThan(0)
    expect(taken.map((each) => schema?.safeParse(each).success)).toEqual(taken.map(() => true))
    expect(refused.filter((each) => schema?.safeParse(each).success !== false)).toEqual([])
  })

  test('is looked for wherever the contract has one', () => {
    const named = allEndpoints.filter(
      ({ endpoint: { body } }) => body && listSchemaTextFields(body).some(({ path }) => isName(path.at(-1) ?? '')),
    )

    expect(named.map(({ name }) => name).toSorted()).toEqual([...Object.keys(ofTheApi), ...ofNobody].toSorted())
  })

  test('a client who never gave a name stays filed under their own address, and under no other', () => {
    const schema = bodyOf('customers.edit')

    expect(schema?.safeParse({ name: email, email, version: 1 }).success).toBe(true)
    expect(schema?.safeParse({ name: 'otra@correo.test', email, version: 1 }).success).toBe(false)
  })
})

test.each([
  ['Lucía', 'Lucía'],
  ['Ana {####} <b>', 'Ana b'],
  ['\u202eAna\u202c', 'Ana'],
  ['https://', 'https'],
  ['{}://', ''],
  ['😀😀', ''],
  [undefined, ''],
  ['x'.repeat(300), 'x'.repeat(120)],
])('of the name %j that another system gives, %j is left', (given, left) => {
  expect(cleanPersonName(given)).toBe(left)
})
