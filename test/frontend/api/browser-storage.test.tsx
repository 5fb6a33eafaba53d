import { screen, waitFor } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import { sharedStorage, tabStorage } from '../../../frontend/src/api/browser-storage.ts'
import { passwordResetFlag } from '../../../frontend/src/api/password-reset-flag.ts'
import { clearStoredTokens, isSessionPersistent } from '../../../frontend/src/api/session-storage.ts'
import { googleRegistrationIntent } from '../../../frontend/src/features/account/google-intent.ts'
import { unpaidNewAccountStore } from '../../../frontend/src/features/payments/unpaid-new-account.ts'
import { canShowPrerenderedPage } from '../../../frontend/src/site/prerendered-page-use.ts'
import { leaveForMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { grantStorage, refuseStorage } from '../../support/refuse-storage.ts'

afterEach(grantStorage)

test.each([sharedStorage, tabStorage])('what is kept is read again, until it is removed', (storage) => {
  expect(storage.write('kept', '{"a":1}')).toBe(true)
  expect(storage.read('kept')).toBe('{"a":1}')
  expect(storage.readJson('kept')).toEqual({ a: 1 })
  expect(storage.keys()).toEqual(['kept'])

  storage.remove('kept')

  expect(storage.read('kept')).toBeNull()
  expect(storage.readJson('kept') ?? null).toBeNull()
})

test('what is no JSON is read as missing', () => {
  tabStorage.write('kept', 'half of')

  expect(tabStorage.readJson('kept') ?? null).toBeNull()
})

test.each([sharedStorage, tabStorage])('where storage is refused nothing is kept, and nothing throws', (storage) => {
  refuseStorage()

  expect(storage.write('kept', 'text')).toBe(false)
  expect(storage.read('kept')).toBeNull()
  expect(storage.readJson('kept') ?? null).toBeNull()
  expect(storage.keys()).toEqual([])
  storage.remove('kept')
})

test('where storage is refused a page is shown as it was rendered beforehand, and nobody is signed in', () => {
  refuseStorage()

  expect(canShowPrerenderedPage()).toBe(true)
  clearStoredTokens()
  expect(isSessionPersistent()).toBe(true)
  passwordResetFlag.mark()
  expect(passwordResetFlag.isMarked()).toBe(false)
  googleRegistrationIntent.markRegistration()
  expect(googleRegistrationIntent.isRegistration()).toBe(false)
})

test('PAY-20 where storage is refused a visitor makes an account and pays, and a second try makes no second account', async () => {
  refuseStorage()
  const token = 'token-of-this-browser'.padEnd(43, '0')
  fakeApi.answer('POST /account/sign-up', { token, verified: false })
  fakeApi.fail('POST /payments/checkout/new-account', 500)
  const person = openProductPath('/comprar')
  const filled = {
    Nombre: 'Lucía',
    Apellidos: 'Ferrer Soto',
    Email: 'lucia@example.com',
    'Confirmar email': 'lucia@example.com',
    Contraseña: 'Secreta-2026',
  }
  for (const [label, text] of Object.entries(filled)) {
    // oxlint-disable-next-line no-await-in-loop -- a person types one field after the other
    await person.type(await screen.findByLabelText(label), text)
  }
  await person.click(screen.getByRole('checkbox', { name: /Acepto los/ }))
  await person.click(screen.getByRole('button', { name: 'Crear cuenta y continuar al pago' }))

  await screen.findByText(/ya está creada. Solo falta el pago./)
  const url = 'https://checkout.stripe.com/c/pay/cs_test_1'
  fakeApi.answer('POST /payments/checkout/new-account', {
    orderId: 'ord_aaaaaaaa',
    url,
    totalCents: 8000,
    heldUntil: null,
  })
  await person.click(screen.getByRole('button', { name: 'Continuar al pago' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(url))
  expect(fakeApi.asked('POST /account/sign-up')).toHaveLength(1)
  unpaidNewAccountStore.forget()
})
