import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { getMailLink, listConsoleMails, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport } from '../support/visitor.ts'
import { createJourneyPerson, signInOnPage } from './buying.ts'
import { signInNewClientWithTotp, openDemoClientPage } from './clients.ts'
import { getAdministratorSession } from './admin.ts'
import { registerWithTotp, signOutOnPage } from './registration.ts'
import { generateTotpCode } from '../support/browser-session.ts'
import { setUpTotp } from './second-factor.ts'

test('REG-01 REG-14 REG-16 REG-18 MFA-01 somebody registers, verifies the address, sets up the app and lands in the panel', async () => {
  const page = await openVisitorPage()

  await registerWithTotp(page)

  await expectAccessiblePage(page)
})

test('AUTH-08 MFA-14 a recovery code stands in for the app once, and the owner is told', async () => {
  const { person, codes } = await signInNewClientWithTotp()
  const page = await openVisitorPage()
  const useCode = async (code: string) => {
    await signInOnPage(page, person)
    await page.getByRole('button', { name: /código de recuperación/i }).click()
    await page.getByLabel(/recuperación/i).fill(code)
    await page.getByRole('button', { name: /verificar/i }).click()
  }

  await useCode(codes[0] ?? '')
  await page.waitForURL('**/client')
  await signOutOnPage(page)
  await useCode(codes[0] ?? '')

  await page.getByText('Código inválido').first().waitFor()
  expect((await waitForMail(person.email, /código de recuperación/)).text).toContain('Te quedan 7')
})

test('RST-02 RST-08 RST-10 a forgotten password is replaced through the mailed link, which another browser then refuses', async () => {
  const { person } = await signInNewClientWithTotp()
  const page = await openVisitorPage()
  await page.goto('/reset-password?solicitar=1')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: /enviar/i }).click()

  const link = getMailLink(await waitForMail(person.email, /Restablece/))
  await page.goto(link)
  await page.getByRole('heading', { name: 'Nueva Contraseña' }).waitFor()
  await expectAccessiblePage(page)
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Bacteria-2027')
  await page.getByLabel(/(confirmar|repite)/i).fill('Bacteria-2027')
  await page.getByRole('button', { name: /(cambiar|guardar|actualizar)/i }).click()
  await page.getByText('Tu contraseña ha sido actualizada correctamente.').first().waitFor()

  expect((await waitForMail(person.email, /contraseña.*ha cambiado/)).text).toContain(
    'hemos cerrado las demás sesiones',
  )
  const elsewhere = await openVisitorPage()
  await elsewhere.goto(link)
  await elsewhere.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
  await expectAccessiblePage(elsewhere)
  await elsewhere.getByRole('link', { name: 'Pedir un enlace nuevo' }).click()
  await elsewhere.getByRole('button', { name: 'Enviar enlace' }).waitFor()
})

async function invitedAs(role: 'administrador' | 'cliente'): Promise<string> {
  const { email } = createJourneyPerson()
  const { token } = await getAdministratorSession()
  await callEndpointOverHttp(apiContract.users.invite, { body: { email, role } }, { token })
  return email
}

test('GEN-04 MFA-33 MFA-34 PER-05 FUN-05 an invited administrador sees nothing but the overlay until the app is set up', async () => {
  const email = await invitedAs('administrador')

  const page = await openVisitorPage({ size: laptopViewport })
  const refusals: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/customers')) refusals.push(response.status())
  })
  await page.goto(getMailLink(await waitForMail(email, /acceso/)))
  await page.getByLabel('Nombre').fill('Nuria')
  await page.getByLabel('Apellidos').fill('Valle')
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Direccion-2027')
  await page.getByLabel(/(confirmar|repite)/i).fill('Direccion-2027')
  const factorsAsked = page.waitForRequest((request) => request.url().endsWith('/api/mfa'))
  await page.getByRole('button', { name: /(cambiar|guardar|actualizar)/i }).click()
  await page.getByText('Autenticación Multifactor Requerida').waitFor()
  await expectAccessiblePage(page)
  const own = (await factorsAsked).headers()['authorization'] ?? ''
  const forced = await page.request.get('/api/customers', { headers: { authorization: own } })
  expect(forced.status()).toBe(403)
  expect(refusals.filter((status) => status === 200)).toEqual([])

  await page.getByRole('button', { name: 'Configurar MFA Ahora (Obligatorio)' }).click()
  await setUpTotp(page)
  await page.getByRole('heading', { name: 'Panel de Administración' }).waitFor()
  await expect.poll(async () => (await listConsoleMails(email)).length).toBeGreaterThan(1)
})

test('A-14 A-17 RST-02 an invited cliente chooses a password after a reload, says who they are, and lands in the panel', async () => {
  const email = await invitedAs('cliente')
  const page = await openVisitorPage()
  await page.goto(getMailLink(await waitForMail(email, /acceso/)))
  await page.getByLabel('Nombre').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await page.getByLabel('Nombre').fill('Nuria')
  await page.getByLabel('Apellidos').fill('Valle')
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Lactobacilo-2027')
  await page.getByLabel('Confirmar contraseña').fill('Lactobacilo-2027')
  await expectAccessiblePage(page)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()

  await page.getByRole('heading', { name: 'Completa tu registro' }).waitFor()
  await expectAccessiblePage(page)
  await page.goto('/client')
  await page.getByRole('heading', { name: 'Completa tu registro' }).waitFor()
  await page.getByLabel('Fecha de nacimiento').fill('1988-03-02')
  await page.getByRole('checkbox', { name: /acepto/i }).check()
  await page.getByRole('button', { name: 'Completar registro' }).click()
  await page.getByRole('button', { name: 'Configurar TOTP' }).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()

  await page.waitForURL('**/client')
  await page.getByRole('heading', { name: 'Hola, Nuria' }).waitFor()
})

test('RST-03 a link to a password changes nothing for whoever is signed in until they say so', async () => {
  const page = await openDemoClientPage()

  await page.goto('/reset-password#email=x%40correo.example&code=y&type=invite')
  await page.getByRole('heading', { name: /^Has iniciado sesión como/ }).waitFor()
  await expectAccessiblePage(page)
  await page.getByRole('link', { name: 'Seguir con mi sesión' }).click()

  await page.waitForURL('**/client')
})

test('RST-09 whoever resets by mail while signed in is signed in anew, with the code, in their panel', async () => {
  const { page, person, secret } = await signInNewClientWithTotp()
  await page.goto('/reset-password?solicitar=1')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: /enviar/i }).click()

  await page.goto(getMailLink(await waitForMail(person.email, /Restablece/)))
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Bacteria-2028')
  await page.getByLabel('Confirmar contraseña').fill('Bacteria-2028')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByLabel('Código de verificación').fill(generateTotpCode(secret, 1))
  await page.getByRole('button', { name: 'Verificar' }).click()

  await page.waitForURL('**/client')
})
