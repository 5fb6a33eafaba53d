import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cognito, cognitoError, visit } from '../../support/browser-app.tsx'

const link = '/auth/callback?email=lucia%40example.com&code=123456'
const path = () => window.location.pathname

test('AUTH-26 RTE-07 the mailed link verifies the address once and goes on by itself', async () => {
  cognito.confirmSignUp.mockResolvedValue({})
  visit(link)

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
  expect(cognito.confirmSignUp).toHaveBeenCalledExactlyOnceWith({
    username: 'lucia@example.com',
    confirmationCode: '123456',
  })
  // Without a session the guard of the panel leads on to sign-in.
  await waitFor(() => expect(path()).toBe('/auth'), { timeout: 5000 })
})

test('AUTH-26 an address that is verified already is a success', async () => {
  cognito.confirmSignUp.mockRejectedValue(
    cognitoError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
  )
  visit(link)

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
})

test('AUTH-27 ERR-04 an old link says so, then registration offers a new mail', async () => {
  cognito.confirmSignUp.mockRejectedValue(cognitoError('ExpiredCodeException', 'Invalid code provided'))
  visit(link)

  expect(
    await screen.findByText('Error de verificación – No se pudo verificar tu email. Inténtalo de nuevo.'),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reenviar email de verificación' })).toBeDefined()
  await waitFor(() => expect(path()).toBe('/register'), { timeout: 6000 })
  expect(await screen.findByRole('button', { name: 'Reenviar email' })).toBeDefined()
})

test('ERR-03 a link that names nobody', async () => {
  visit('/auth/callback')

  expect(await screen.findByText('No se pudo obtener la sesión del usuario')).toBeDefined()
  expect(cognito.confirmSignUp).not.toHaveBeenCalled()
})

test('AUTH-27 while the service cannot be reached nothing is said about the link, and it can be tried again', async () => {
  cognito.confirmSignUp.mockRejectedValue(cognitoError('NetworkError', 'A network error has occurred.'))
  const person = visit(link)

  expect(await screen.findByText(/El servicio no responde/)).toBeDefined()
  await vi.advanceTimersByTimeAsync(5000)
  expect(path()).toBe('/auth/callback')
  cognito.confirmSignUp.mockResolvedValue({})
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('heading', { name: 'Email verificado exitosamente' })).toBeDefined()
})
