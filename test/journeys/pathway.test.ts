import { test } from 'vitest'
import { expectPageAccessibleAtEverySize } from '../support/visitor.ts'
import { openDemoClientPage } from './clients.ts'

test('from the panel the five steps are one press away, accessible at 390, 768 and 1280 pixels and at twice the zoom, and one press back', async () => {
  const page = await openDemoClientPage()
  await page.goto('/client')
  await page.getByRole('link', { name: 'Ver los cinco pasos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tu proceso' }).waitFor()
  await page.getByText('Paso 5 de 5').waitFor()
  await expectPageAccessibleAtEverySize(page)

  await page.getByRole('link', { name: 'Hoy' }).click()

  await page.getByRole('heading', { level: 1, name: 'Hola, Lucía' }).waitFor()
})
