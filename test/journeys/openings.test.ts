import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForMail } from '../support/local-console.ts'
import { expectAccessibleAtBothSizes, laptopViewport } from '../support/visitor.ts'
import { signInNewBuyer } from './clients.ts'
import { openAdministratorPage } from './admin.ts'

const cardOf = (page: Page, name: string) => page.getByRole('region', { name })

test('a client sees who of the practice has opened their data, asks about it, and the practice reads the question', async () => {
  const { page, person } = await signInNewBuyer({ size: laptopViewport })
  await page.goto('/client?tab=settings')
  const own = cardOf(page, 'Quién ha visto tus datos')
  await own.getByText('Nadie del equipo ha abierto tus datos desde que lo anotamos.').waitFor()
  await expectAccessibleAtBothSizes(page)

  const boss = await openAdministratorPage(`/admin?buscar=${encodeURIComponent(person.email)}`)
  // An opening is recorded before the answer.
  const opened = boss.waitForResponse(/\/api\/customers\/[^/]+\/questionnaire(\?|$)/)
  await boss.getByRole('region', { name: 'Lista de Clientes' }).getByRole('link', { name: 'Marta Ruiz Peña' }).click()
  await boss.getByRole('heading', { name: 'Cronología' }).waitFor()
  const theirs = cardOf(boss, 'Quién ha visto sus datos')
  await theirs.getByText('Datos de contacto y notas').waitFor()
  await opened
  await page.reload()
  const visit = own.getByRole('listitem').filter({ has: page.getByText('Administración') })

  await visit.getByText('Datos de contacto y notas').waitFor()
  await visit.getByText('Cuestionario de salud').waitFor()
  expect(await visit.count()).toBe(1)
  await expectAccessibleAtBothSizes(page)
  await visit.getByRole('button', { name: /^Preguntar/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Preguntar quién ha visto tus datos' })
  await dialog.getByLabel('Sobre qué').selectOption('Cuestionario de salud')
  await dialog.getByLabel('Qué quieres preguntar').selectOption('¿Para qué se abrieron mis datos?')
  await expectAccessibleAtBothSizes(page)
  await dialog.getByRole('button', { name: 'Enviar pregunta' }).click()
  await page.getByText('Pregunta enviada').waitFor()

  await visit.getByText(/^Preguntaste el .* sobre «Cuestionario de salud»/).waitFor()
  const mail = await waitForMail('hola@', /pregunta quién ha visto sus datos/)
  expect(mail.text).toContain('«Cuestionario de salud»')
  expect(mail.text).toContain('«¿Para qué se abrieron mis datos?»')
  expect(mail.text).not.toContain('Marta')
  await boss.reload()
  await theirs.getByText(/^El cliente preguntó el .* sobre «Cuestionario de salud»/).waitFor()
  await expectAccessibleAtBothSizes(boss)
})
