import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { amplifyAuthMocks, createCognitoError, openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const RESET_LINK = '/reset-password#email=lucia%40example.com&code=123456'
const FAILED = 'Ocurrió un error inesperado.'

async function saveNew(person: ReturnType<typeof openProductPath>) {
  await person.type(await screen.findByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-2026')
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

test.each(['Nueva contraseña', 'Confirmar contraseña'])(
  'RST-07 what was said of the password that was sent goes as soon as another is typed (%s)',
  async (field) => {
    amplifyAuthMocks.confirmResetPassword.mockRejectedValue(createCognitoError('InternalErrorException'))
    const person = openProductPath(RESET_LINK)
    await saveNew(person)
    expect(await screen.findByText(FAILED)).toBeDefined()

    await person.type(screen.getByLabelText(field), 'x')

    expect(screen.queryByText(FAILED)).toBeNull()
  },
)

test('RST-07 what was said of the present password goes as soon as it is corrected', async () => {
  signInAsRole('cliente')
  fakeApi.refuse('POST /account/password', 'too-many-attempts')
  const person = openProductPath('/reset-password')
  await person.type(await screen.findByLabelText('Contraseña actual'), 'Antigua-2025')
  await saveNew(person)
  expect(await screen.findByText(/Demasiados intentos/)).toBeDefined()

  await person.type(screen.getByLabelText('Contraseña actual'), 'x')

  expect(screen.queryByText(/Demasiados intentos/)).toBeNull()
})
