import { expect, test } from 'vitest'
import { listConsoleMails, waitForMail } from '../support/local-console.ts'
import { openVisitorPage, expectAccessiblePage, laptopViewport, phoneViewport } from '../support/visitor.ts'
import { createJourneyPerson } from './buying.ts'

test.each([
  ['a phone', phoneViewport],
  ['a laptop', laptopViewport],
])(
  'on %s somebody withdraws from a contract in two steps and has the acknowledgement in the mailbox',
  async (_, size) => {
    const page = await openVisitorPage({ size })
    const { firstName, lastName, email } = createJourneyPerson()
    await page.goto('/primera-consulta')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Derecho de desistimiento' }).click()
    await page.getByRole('heading', { level: 1, name: 'Derecho de desistimiento' }).waitFor()
    await expectAccessiblePage(page)

    await page.getByLabel('Nombre y apellidos').fill(`${firstName} ${lastName}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/Número de justificante/).fill('comprado el 20 de noviembre')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Revisa y confirma' }).waitFor()
    await expectAccessiblePage(page)
    expect(await listConsoleMails(email)).toEqual([])
    await page.getByRole('button', { name: 'Confirmar desistimiento' }).click()
    await page.getByRole('heading', { name: 'Hemos recibido tu desistimiento' }).waitFor()
    await expectAccessiblePage(page)

    const { text } = await waitForMail(email, /desistimiento/)
    const reference = await page.getByText(/^Referencia: wdr_/).textContent()
    const instant = await page.locator('strong', { hasText: / de 20\d\d, / }).textContent()
    for (const said of [reference, instant]) expect(text).toContain(said)
    for (const typed of [firstName, lastName, 'comprado el 20']) expect(text).not.toContain(typed)
    await page.getByText('comprado el 20 de noviembre').waitFor()
  },
)

test('by keyboard alone the form says what is missing, is corrected and confirmed', async () => {
  const page = await openVisitorPage()
  const { email } = createJourneyPerson()
  await page.goto('/desistimiento')
  await page.getByRole('button', { name: 'Continuar' }).focus()

  await page.keyboard.press('Enter')
  await page.getByText('Escribe tu nombre y apellidos').waitFor()
  await page.getByLabel('Nombre y apellidos').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Marta Ruiz Peña')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Revisa y confirma' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Hemos recibido tu desistimiento' }).waitFor()
  await page.getByText('Marta Ruiz Peña').waitFor()
  expect((await waitForMail(email, /desistimiento/)).text).not.toContain('Marta')
})
