import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { sendConsoleCommand } from '../support/local-console.ts'
import { expectAccessiblePage } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'
import { openInvitedAdministratorPage, openAdministratorPage, runAtPhoneSize } from './admin.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row', { name: new RegExp(email) })

const question = '¿Estás seguro de que quieres eliminar este usuario? Esta acción no se puede deshacer.'

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Crear usuario' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Enviar invitación' }).click()
}

test('ADM-38 ADM-39 A-38 a colleague is invited, loses the role and with it the panel at once', async () => {
  const { page: colleague, email } = await openInvitedAdministratorPage()
  const boss = await openAdministratorPage('/admin?tab=users')
  await rowOf(boss, email).waitFor()
  await expectAccessiblePage(boss)
  await runAtPhoneSize(boss, () => expectAccessiblePage(boss))

  await rowOf(boss, email).getByRole('combobox').selectOption('Cliente')
  await expectAccessiblePage(boss)
  await boss.getByRole('dialog').getByRole('button', { name: 'Cambiar rol' }).click()
  await boss.getByText('Rol actualizado').waitFor()

  // Without interaction: the colleague's browser polls.
  await colleague.getByRole('heading', { name: 'Acceso Denegado', exact: true }).waitFor()
  expect(await colleague.getByRole('heading', { name: 'Panel de Administración' }).count()).toBe(0)
  await expectAccessiblePage(colleague)
  await colleague.getByRole('link', { name: 'Ir a mi panel' }).click()
  await colleague.waitForURL(/\/auth/)
})

test('ADM-42 ADM-44 an invitation is open until it is taken up, and can be deleted, with the keyboard alone', async () => {
  const page = await openAdministratorPage('/admin?tab=users')
  const { email } = createJourneyPerson()
  await page.getByRole('button', { name: 'Crear usuario' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Email').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(email)
  await expectAccessiblePage(page)
  await runAtPhoneSize(page, () => expectAccessiblePage(page))
  await page.keyboard.press('Enter')
  const row = rowOf(page, email)
  await row.getByText('Email sin confirmar').waitFor()

  await row.getByRole('button', { name: /^Reenviar email/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Email enviado').waitFor()
  await row.getByRole('button', { name: /^Eliminar/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: question }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await page.getByText('Usuario eliminado').waitFor()
  await row.waitFor({ state: 'detached' })
})

test('a deletion that Cognito did not hear of is shown as half done and finished by deleting again', async () => {
  onTestFinished(async () => void (await sendConsoleCommand('outage', { service: 'cognito', down: false })))
  const page = await openAdministratorPage('/admin?tab=users')
  const { email } = createJourneyPerson()
  await invite(page, email)
  const row = rowOf(page, email)
  await row.waitFor()
  const remove = async () => {
    await row.getByRole('button', { name: /liminar/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar usuario' }).click()
  }

  await sendConsoleCommand('outage', { service: 'cognito', down: true })
  await remove()
  await page.getByText('Error al eliminar usuario').waitFor()
  await row.getByText('La eliminación quedó a medias').waitFor()
  await sendConsoleCommand('outage', { service: 'cognito', down: false })
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar usuario' }).click()

  await page.getByText('Usuario eliminado').waitFor()
  await row.waitFor({ state: 'detached' })
  await invite(page, email)
  await expect.poll(() => rowOf(page, email).count()).toBe(1)
})
