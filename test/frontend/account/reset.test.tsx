import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cognito, cognitoError, visit } from '../../support/browser-app.tsx'

test.each([undefined, cognitoError('UserNotFoundException')])(
  'RST-10 A-18 the answer is the same whether the account exists or not',
  async (refusal) => {
    if (refusal) cognito.resetPassword.mockRejectedValue(refusal)
    else cognito.resetPassword.mockResolvedValue({})
    const person = visit('/reset-password?solicitar=1')

    await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
    await person.click(screen.getByRole('button', { name: 'Enviar enlace' }))

    expect(await screen.findByText(/Si existe una cuenta con ese email/)).toBeDefined()
  },
)

test('RST-04 without a link there is nothing to set', async () => {
  visit('/reset-password')

  expect(await screen.findByText('Enlace inválido')).toBeDefined()
  expect(screen.getByText('El enlace de recuperación no es válido o ha expirado.')).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
})

test('RST-01 RST-06 RST-08 the new password is taken once every rule holds', async () => {
  cognito.confirmResetPassword.mockResolvedValue(undefined)
  const person = visit('/reset-password?email=lucia%40example.com&code=123456')
  const save = await screen.findByRole('button', { name: 'Guardar contraseña' })
  expect(save).toHaveProperty('disabled', true)

  await person.type(screen.getByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-2026')
  await person.click(save)

  expect(await screen.findByText('Tu contraseña ha sido actualizada correctamente.')).toBeDefined()
  expect(cognito.confirmResetPassword).toHaveBeenCalledWith({
    username: 'lucia@example.com',
    confirmationCode: '123456',
    newPassword: 'Secreta-2026',
  })
})

test('RST-06 a space at the end of the new password is told, because no rule of the list is missing', async () => {
  const person = visit('/reset-password?email=lucia%40example.com&code=123456')

  await person.type(await screen.findByLabelText('Nueva contraseña'), 'Secreta-2026 ')

  expect(screen.getByText('La contraseña no puede empezar ni terminar con un espacio')).toBeDefined()
})
