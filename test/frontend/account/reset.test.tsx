import { cleanup, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { weakPasswordMessages } from '#contract/strong-password'
import {
  amplifyAuthMocks,
  createCognitoError,
  stubCognitoTokens,
  signInAsRole,
  openProductPath,
  REFRESH_TOKEN,
} from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

test.each([
  undefined,
  createCognitoError('UserNotFoundException'),
  createCognitoError('UserLambdaValidationException', 'CustomMessage failed with error too-many-mails.'),
])('RST-10 A-18 DATA-32 the answer is the same whether the account exists or not', async (refusal) => {
  if (refusal) amplifyAuthMocks.resetPassword.mockRejectedValue(refusal)
  else amplifyAuthMocks.resetPassword.mockResolvedValue({})
  const person = openProductPath('/reset-password?solicitar=1')

  await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
  await person.click(screen.getByRole('button', { name: 'Enviar enlace' }))

  expect(await screen.findByText(/Si existe una cuenta con ese correo/)).toBeDefined()
  expect(amplifyAuthMocks.resetPassword).toHaveBeenCalledExactlyOnceWith({ username: 'lucia@example.com' })
})

test.each(['UnexpectedLambdaException', 'InternalErrorException'])(
  'A-18 a mail that could not be sent (%s) is not told as sent, and is asked for again',
  async (name) => {
    amplifyAuthMocks.resetPassword.mockRejectedValue(createCognitoError(name))
    const person = openProductPath('/reset-password?solicitar=1')
    await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
    await person.click(screen.getByRole('button', { name: 'Enviar enlace' }))

    expect(await screen.findByText(/si no te llega en unos minutos, vuelve a pedirlo/)).toBeDefined()
    expect(screen.queryByText(/te hemos enviado/)).toBeNull()
    amplifyAuthMocks.resetPassword.mockResolvedValue({})
    await person.click(screen.getByRole('button', { name: 'Enviar enlace' }))

    await waitFor(() => expect(amplifyAuthMocks.resetPassword).toHaveBeenCalledTimes(2))
    expect(await screen.findByText(/si no te llega en unos minutos, vuelve a pedirlo/)).toBeDefined()
  },
)

test('RST-04 without a link there is nothing to set', async () => {
  openProductPath('/reset-password')

  expect(await screen.findByText('Enlace inválido')).toBeDefined()
  expect(screen.getByText('El enlace de recuperación no es válido o ha expirado.')).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
})

test('RST-01 RST-06 RST-08 DATA-32 the new password is taken once every rule holds', async () => {
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')
  const save = await screen.findByRole('button', { name: 'Guardar contraseña' })
  expect(save).toHaveProperty('disabled', true)

  await person.type(screen.getByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-2026')
  await person.click(save)

  expect(await screen.findByText('Tu contraseña ha sido actualizada correctamente.')).toBeDefined()
  expect(amplifyAuthMocks.confirmResetPassword).toHaveBeenCalledWith({
    username: 'lucia@example.com',
    confirmationCode: '123456',
    newPassword: 'Secreta-2026',
  })
})

const nextStep = (signInStep: string) => ({ isSignedIn: signInStep === 'DONE', nextStep: { signInStep } })

async function typeNew(person: ReturnType<typeof openProductPath>, password = 'Secreta-2026') {
  await person.type(await screen.findByLabelText('Nueva contraseña'), password)
  await person.type(screen.getByLabelText('Confirmar contraseña'), password)
}

test('RST-08 RST-09 the success is titled, and without a session it leads to sign-in', async () => {
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  expect(await screen.findByText('Éxito')).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
})

test('the code of a link does not stay in the address', async () => {
  openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await screen.findByRole('heading', { name: 'Nueva Contraseña' })

  await waitFor(() => expect(window.location.hash).toBe(''))
})

test('RST-06 what is missing is said while the rules do not hold', async () => {
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await typeNew(person, 'corta')

  expect(screen.getByText('Por favor, cumple con todos los requisitos de contraseña.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Guardar contraseña' })).toHaveProperty('disabled', true)
})

const resetLink = '/reset-password#email=lucia%40example.com&code=123456'

test('RST-04 a link that is refused says so and offers another, and is refused at once when it is opened again', async () => {
  amplifyAuthMocks.confirmResetPassword.mockRejectedValue(createCognitoError('ExpiredCodeException'))
  const person = openProductPath(resetLink)
  await typeNew(person)

  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  expect(await screen.findByText('El enlace de recuperación no es válido o ha expirado.')).toBeDefined()
  cleanup()
  const again = openProductPath(resetLink)
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })).toBeDefined()
  expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
  await again.click(screen.getByRole('link', { name: 'Pedir un enlace nuevo' }))
  expect(await screen.findByRole('button', { name: 'Enviar enlace' })).toBeDefined()
})

test('RST-02 a link that has been used here is refused before a password is typed', async () => {
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  const person = openProductPath(resetLink)
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  await screen.findByText('Éxito')
  cleanup()

  openProductPath(resetLink)

  expect(await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })).toBeDefined()
})

const check = 'POST /account/reset-link'
const checkedLink = `${resetLink}&link=${'t'.repeat(43)}`

test('RST-03 whoever skips to the content still has the link', async () => {
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  const person = openProductPath(resetLink)
  await screen.findByLabelText('Nueva contraseña')

  await person.click(screen.getByRole('link', { name: 'Saltar al contenido' }))
  await waitFor(() => expect(window.location.hash).toBe('#contenido'))
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  await screen.findByText('Tu contraseña ha sido actualizada correctamente.')
  expect(amplifyAuthMocks.confirmResetPassword).toHaveBeenCalledOnce()
})

test('RST-02 the link is asked about before a password is typed, without its token in the address', async () => {
  const release = fakeApi.hold(check, { works: true, strongPasswords: true })
  openProductPath(checkedLink)

  expect(await screen.findByText('Verificando enlace de recuperación...')).toBeDefined()
  expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
  await waitFor(() => expect(window.location.hash).toBe(''))
  release()

  expect(await screen.findByLabelText('Nueva contraseña')).toBeDefined()
  expect(fakeApi.asked(check)).toMatchObject([{ body: { token: 't'.repeat(43) } }])
})

test('RST-02 RST-04 a link that was used in another browser says so at once and offers another', async () => {
  fakeApi.refuse(check, 'link-invalid')
  const person = openProductPath(checkedLink)

  expect(await screen.findByRole('heading', { name: 'Este enlace ya no sirve' })).toBeDefined()
  expect(screen.getByText('El enlace de recuperación no es válido o ha expirado.')).toBeDefined()
  expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
  await person.click(screen.getByRole('link', { name: 'Pedir un enlace nuevo' }))
  expect(await screen.findByRole('button', { name: 'Enviar enlace' })).toBeDefined()
})

test.each([
  [true, 'Verano2026!', 0],
  [false, 'Verano2026!', 1],
])(
  'SEC-09 A-52 a common password is refused in the page where that is enforced (%s)',
  async (strongPasswords, password, sent) => {
    amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
    fakeApi.answer(check, { works: true, strongPasswords })
    const person = openProductPath(checkedLink)
    await person.type(await screen.findByLabelText('Nueva contraseña'), password)
    await person.type(screen.getByLabelText('Confirmar contraseña'), password)

    await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

    if (sent === 0) await screen.findByText(weakPasswordMessages.common)
    else await screen.findByText('Éxito')
    expect(amplifyAuthMocks.confirmResetPassword).toHaveBeenCalledTimes(sent)
  },
)

test.each(['unreachable', 'too-many-attempts'] as const)(
  'RST-03 when the link cannot be checked (%s) the form is there: Cognito has the last word',
  async (how) => {
    if (how === 'unreachable') fakeApi.unreachable(check)
    else fakeApi.refuse(check, how)
    openProductPath(checkedLink)

    expect(await screen.findByLabelText('Nueva contraseña')).toBeDefined()
  },
)

test('RST-08 A-65 whoever has chosen a password by mail shows that link at the next sign-in, so that strangers’ failures do not count', async () => {
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE'))
  fakeApi.answer(check, { works: true, strongPasswords: true })
  fakeApi.answer('POST /account/visit-ticket', { ticket: 'tkt_00000001', strongPasswords: true })
  const person = openProductPath(checkedLink)
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
  await person.type(screen.getByLabelText('Contraseña'), 'Secreta-2026')
  await person.click(screen.getByRole('button', { name: 'Iniciar sesión' }))

  await screen.findByLabelText('Código de verificación')
  expect(fakeApi.asked('POST /account/visit-ticket').at(-1)?.body).toEqual({ browsers: [], link: 't'.repeat(43) })
})

test('RST-07 A-65 when strangers have used up the codes it says for how long, keeps the link, and mails a way in with the password', async () => {
  amplifyAuthMocks.confirmResetPassword.mockRejectedValueOnce(createCognitoError('LimitExceededException'))
  fakeApi.answer('POST /account/sign-in-link', { accepted: true })
  const person = openProductPath(resetLink)
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  expect(await screen.findByText(/^Demasiados intentos con los enlaces de tu correo/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Enviarme un enlace para entrar' }))
  expect(await screen.findByText(/te llegará un enlace en unos minutos/)).toBeDefined()
  expect(fakeApi.asked('POST /account/sign-in-link')[0]?.body).toEqual({ email: 'lucia@example.com' })
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  expect(await screen.findByText('Éxito')).toBeDefined()
})

test('RST-10 A-65 when too many recovery mails were asked for it says for how long, and mails a way in with the password', async () => {
  amplifyAuthMocks.resetPassword.mockRejectedValue(createCognitoError('LimitExceededException'))
  fakeApi.answer('POST /account/sign-in-link', { accepted: true })
  const person = openProductPath('/reset-password?solicitar=1')
  await person.type(await screen.findByLabelText('Email'), 'lucia@example.com')
  await person.click(screen.getByRole('button', { name: 'Enviar enlace' }))

  expect(await screen.findByText(/^Demasiados intentos, quizá de otra persona[^]*Espera una hora/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Enviarme un enlace para entrar' }))
  await waitFor(() => expect(fakeApi.asked('POST /account/sign-in-link')).toHaveLength(1))
})

test('RST-07 a failure without a name', async () => {
  amplifyAuthMocks.confirmResetPassword.mockRejectedValue(createCognitoError('InternalErrorException'))
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  expect(await screen.findByText('Ocurrió un error inesperado.')).toBeDefined()
})

const invitation = '/reset-password#type=invite&email=ana%40example.com&code=Temp%211234'

async function sendInvitation(person: ReturnType<typeof openProductPath>) {
  await person.type(await screen.findByLabelText('Nombre'), 'Ana')
  await person.type(screen.getByLabelText('Apellidos'), 'Gil ')
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

test('RST-03 an invitation asks for a name and a password, and its owner is signed in', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'))
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath(invitation)
  await screen.findByLabelText('Nombre')
  stubCognitoTokens('cliente')

  await sendInvitation(person)

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledExactlyOnceWith({
    username: 'ana@example.com',
    password: 'Temp!1234',
  })
  expect(amplifyAuthMocks.confirmSignIn).toHaveBeenCalledWith({
    challengeResponse: 'Secreta-2026',
    options: { userAttributes: { given_name: 'Ana', family_name: 'Gil' } },
  })
})

test('RST-03 A-65 the link of an invitation shows that whoever follows it is no stranger', async () => {
  const link = 'i'.repeat(43)
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'))
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath(`${invitation}&link=${link}`)
  await screen.findByLabelText('Nombre')
  stubCognitoTokens('cliente')

  await sendInvitation(person)

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
  expect(fakeApi.asked('POST /account/visit-ticket').map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ link }),
  )
})

test('RST-03 whoever is refused a weak password by an invitation has begun one sign-in, not one for each try', async () => {
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'))
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath(invitation)
  const save = () => person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  await person.type(await screen.findByLabelText('Nombre'), 'Ana')
  await person.type(screen.getByLabelText('Apellidos'), 'Gil')
  stubCognitoTokens('cliente')

  for (const weak of ['Password-2026', 'Password-2027']) {
    await typeNew(person, weak)
    await save()
    expect(await screen.findByText(weakPasswordMessages.common)).toBeDefined()
    for (const field of ['Nueva contraseña', 'Confirmar contraseña']) await person.clear(screen.getByLabelText(field))
  }
  await typeNew(person)
  await save()

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledOnce()
})

test('RST-02 an invitation that is only opened begins no sign-in and ends no session', async () => {
  signInAsRole('cliente')
  const release = fakeApi.hold('GET /account/session', {
    userId: 'usr_aaaaaaaa',
    email: 'lucia@example.com',
    displayName: 'Lucía Ferrer',
    firstName: 'Lucía',
    lastName: 'Ferrer',
    role: 'cliente',
    customerId: 'cus_aaaaaaaa',
    emailVerifiedAt: '2026-10-01T09:00:00Z',
    mfaEnabled: false,
    origin: 'password',
    assured: true,
  })
  openProductPath(invitation)
  expect(await screen.findByText('Verificando enlace de recuperación...')).toBeDefined()

  release()

  expect(await screen.findByRole('heading', { name: 'Has iniciado sesión como Lucía Ferrer' })).toBeDefined()
  expect(amplifyAuthMocks.signIn).not.toHaveBeenCalled()
  expect(fakeApi.revoked()).toEqual([])
})

test('whoever says so is signed out, and goes on with the link', async () => {
  signInAsRole('cliente')
  const person = openProductPath(invitation)

  await person.click(await screen.findByRole('button', { name: 'Cerrar sesión y continuar' }))

  expect(await screen.findByLabelText('Nombre')).toBeDefined()
  expect(fakeApi.revoked()).toEqual([REFRESH_TOKEN])
  expect(amplifyAuthMocks.signIn).not.toHaveBeenCalled()
})

test('whoever goes on with their own session keeps it', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/reset-password#email=otra%40example.com&code=123456')

  await person.click(await screen.findByRole('link', { name: 'Seguir con mi sesión' }))

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
  expect(fakeApi.revoked()).toEqual([])
})

test.each([
  ['a recovery', '/reset-password#email=lucia%40example.com&code=123456', 'Nueva contraseña'],
  ['an invitation', invitation, 'Nombre'],
])('%s survives a reload, and its code stays out of the address', async (_, link, field) => {
  openProductPath(link)
  await screen.findByLabelText(field)
  const { pathname, search } = window.location
  expect(search).toBe('')
  cleanup()

  openProductPath(pathname + search, (window.history.state as { usr: object }).usr)

  expect(await screen.findByLabelText(field)).toBeDefined()
})

test.each([
  ['cliente', '/client'],
  ['administrador', '/admin'],
] as const)('RST-09 a %s who is signed in and resets by mail is signed in anew, at %s', async (role, panel) => {
  signInAsRole(role)
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  await waitFor(() => expect(window.location.pathname).toBe(panel))
  expect(amplifyAuthMocks.signIn).toHaveBeenCalledExactlyOnceWith({
    username: 'lucia@example.com',
    password: 'Secreta-2026',
  })
})

test('RST-09 with a second factor the new session needs its code', async () => {
  signInAsRole('cliente', { mfaEnabled: true })
  amplifyAuthMocks.confirmResetPassword.mockResolvedValue(undefined)
  amplifyAuthMocks.signIn.mockResolvedValue(nextStep('CONFIRM_SIGN_IN_WITH_TOTP_CODE'))
  amplifyAuthMocks.confirmSignIn.mockResolvedValue(nextStep('DONE'))
  fakeApi.answer('GET /payments', { items: [], next: null })
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')
  await typeNew(person)
  await person.click(screen.getByRole('button', { name: 'Guardar contraseña' }))

  await person.type(await screen.findByLabelText('Código de verificación'), '123456')
  await person.click(screen.getByRole('button', { name: 'Verificar' }))

  await waitFor(() => expect(window.location.pathname).toBe('/client'))
})

test('RST-04 an invitation that no longer holds', async () => {
  amplifyAuthMocks.signIn.mockRejectedValue(
    createCognitoError('NotAuthorizedException', 'Temporary password has expired'),
  )
  await sendInvitation(openProductPath(invitation))

  expect(await screen.findByText('Enlace inválido')).toBeDefined()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
})

test('RST-06 a space at the end of the new password is told, because no rule of the list is missing', async () => {
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await person.type(await screen.findByLabelText('Nueva contraseña'), 'Secreta-2026 ')

  expect(screen.getByText('La contraseña no puede empezar ni terminar con un espacio')).toBeDefined()
})

test.each([
  ['Ab1!xyz', 'Al menos 8 caracteres'],
  ['secreta-2026', 'Una letra mayúscula'],
  ['SECRETA-2026', 'Una letra minúscula'],
  ['Secreta-dosmil', 'Un número'],
  ['Secreta2026', 'Un carácter especial'],
])('RST-05 A-16 %s leaves one rule open: %s', async (password, rule) => {
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')

  await typeNew(person, password)

  const open = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.endsWith(': pendiente'))
  expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(rule)])
  expect(screen.getByRole('button', { name: 'Guardar contraseña' })).toHaveProperty('disabled', true)
})

const matches = async () => (await screen.findByText('Las contraseñas coinciden')).parentElement?.textContent

test('RST-01 RST-05 the confirmation must say the same, and something', async () => {
  const person = openProductPath('/reset-password#email=lucia%40example.com&code=123456')
  expect(await matches()).toMatch(/: pendiente$/)
  await person.type(await screen.findByLabelText('Nueva contraseña'), 'Secreta-2026')
  await person.type(screen.getByLabelText('Confirmar contraseña'), 'Secreta-202')
  expect(await matches()).toMatch(/: pendiente$/)
  await person.type(screen.getByLabelText('Confirmar contraseña'), '6')

  expect(await matches()).toMatch(/: cumplido$/)
  expect(screen.getByRole('button', { name: 'Guardar contraseña' })).toHaveProperty('disabled', false)
})
