import { screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const request = 'POST /withdrawals'
const requestedAt = '2026-11-21T09:00:00.000Z'
const recorded = (mailed = true) =>
  fakeApi.answer(request, ({ withdrawalId }: { withdrawalId: string }) =>
    Response.json({ withdrawalId, requestedAt, mailed }),
  )
const sent = () => fakeApi.asked(request).map(({ body }) => body as Record<string, string>)
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })

test('the page says what the right is, for how long, and what comes back', async () => {
  openProductPath('/desistimiento')

  expect(await screen.findByRole('heading', { level: 1, name: 'Derecho de desistimiento' })).toBeDefined()
  const page = screen.getByRole('main').textContent
  for (const said of [
    '14 días naturales siguientes al día en que contrataste',
    'No tienes que explicarnos el motivo',
    'con tu consentimiento previo y expreso',
    'el mismo medio con el que pagaste',
  ]) {
    expect(page).toContain(said)
  }
})

test('the page holds the model form of the law, addressed to the practice', async () => {
  openProductPath('/desistimiento')
  await screen.findByRole('heading', { level: 1 })

  const model = within(screen.getByRole('region', { name: 'Modelo de formulario de desistimiento' }))
  expect(model.getByText(/A la atención de .+@/)).toBeDefined()
  expect(model.getByText(/desisto de mi contrato de prestación del siguiente servicio/)).toBeDefined()
})

test('the footer leads to it', async () => {
  openProductPath('/primera-consulta')

  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Derecho de desistimiento' }).getAttribute('href')).toBe('/desistimiento')
})

describe('the form', () => {
  test('sends nothing before it is confirmed', async () => {
    recorded()
    const person = await fillIn()

    expect(await heading('Revisa y confirma')).toBe(document.activeElement)
    expect(screen.getByText('marta@correo.test')).toBeDefined()
    expect(screen.getByText('2026-ABC')).toBeDefined()
    expect(sent()).toEqual([])

    await person.click(screen.getByRole('button', { name: 'Confirmar desistimiento' }))

    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual({
      withdrawalId: expect.stringMatching(/^wdr_[0-9a-f-]{36}$/),
      name: 'Marta Ruiz Peña',
      email: 'marta@correo.test',
      contract: '2026-ABC',
    })
  })

  test('says when it was received, with what was declared', async () => {
    recorded()
    const person = await fillIn()
    await person.click(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))

    expect(await heading('Hemos recibido tu desistimiento')).toBe(document.activeElement)
    expect(screen.getByText('sábado, 21 de noviembre de 2026, 10:00:00')).toBeDefined()
    expect(screen.getByText(/Te enviamos a marta@correo\.test un justificante/)).toBeDefined()
    expect(screen.getByText(`Referencia: ${sent()[0]?.['withdrawalId']}`)).toBeDefined()
  })

  test('says so when no mail comes', async () => {
    recorded(false)
    const person = await fillIn()
    await person.click(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))

    expect(await screen.findByText(/este no te llegará por correo/)).toBeDefined()
  })

  test('asks for a name and an address, and goes to the first that is missing', async () => {
    const person = openProductPath('/desistimiento')

    await person.click(await screen.findByRole('button', { name: 'Continuar' }))

    expect(await screen.findByText('Escribe tu nombre y apellidos')).toBeDefined()
    expect(screen.getByText('Email no válido')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Nombre y apellidos'))
  })

  test('can be corrected before it is confirmed, which makes it another declaration', async () => {
    recorded()
    fakeApi.unreachable(request)
    const person = await fillIn()
    await person.click(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))
    await screen.findByText('No hemos podido registrar tu desistimiento.')

    await person.click(screen.getByRole('button', { name: 'Corregir los datos' }))
    expect(await heading('Desistir del contrato aquí')).toBe(document.activeElement)
    const name = screen.getByLabelText('Nombre y apellidos')
    expect(name).toHaveProperty('value', 'Marta Ruiz Peña')
    await person.type(name, ' García')
    await person.click(screen.getByRole('button', { name: 'Continuar' }))
    recorded()
    await person.click(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))

    await heading('Hemos recibido tu desistimiento')
    const [first, second] = sent()
    expect(second?.['name']).toBe('Marta Ruiz Peña García')
    expect(second?.['withdrawalId']).not.toBe(first?.['withdrawalId'])
  })

  test('that did not get through is sent again as the same declaration', async () => {
    fakeApi.unreachable(request)
    const person = await fillIn()
    const confirm = await screen.findByRole('button', { name: 'Confirmar desistimiento' })
    await person.click(confirm)
    expect((await screen.findByRole('alert')).textContent).toContain('escríbenos a')

    recorded()
    await person.click(confirm)

    await heading('Hemos recibido tu desistimiento')
    const [first, second] = sent()
    expect(second).toEqual(first)
  })

  test('is one declaration however fast its button is pressed twice, and then the button waits', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    fakeApi.answer(request, async ({ withdrawalId }: { withdrawalId: string }) => {
      await promise
      return Response.json({ withdrawalId, requestedAt, mailed: true })
    })
    const person = await fillIn()

    await person.dblClick(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))
    expect(await screen.findByRole('button', { name: 'Enviando...' })).toHaveProperty('disabled', true)
    resolve()

    await heading('Hemos recibido tu desistimiento')
    expect(new Set(sent().map(({ withdrawalId }) => withdrawalId)).size).toBe(1)
  })

  test('says who has tried too often that they have to wait', async () => {
    fakeApi.refuse(request, 'too-many-attempts')
    const person = await fillIn()

    await person.click(await screen.findByRole('button', { name: 'Confirmar desistimiento' }))

    expect((await screen.findByRole('alert')).textContent).toContain('Demasiados intentos')
  })
})

async function fillIn() {
  const person = openProductPath('/desistimiento')
  await person.type(await screen.findByLabelText('Nombre y apellidos'), 'Marta Ruiz Peña')
  await person.type(screen.getByLabelText('Email'), 'marta@correo.test')
  await person.type(screen.getByLabelText(/Número de justificante/), '2026-ABC')
  await person.click(screen.getByRole('button', { name: 'Continuar' }))
  return person
}
