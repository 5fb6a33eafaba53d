import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CustomerBudget } from '#contract/budgets'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { BUDGET_ID, createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { openProductPath, waitUntilDrawn } from '../../support/browser-app.tsx'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import {
  createAgreement,
  createCustomerBudget,
  createPublishedBudget,
  sampleBudgetQuestion,
  sampleBudgetTemplate,
  stubCustomerBudgets,
} from '../../support/customer-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath as base, openCustomerRecord } from '../../support/record-app.ts'

const PAGE = '/client/cus_aaaaaaaa/presupuestos'
const ONE = `${base}/budgets/${BUDGET_ID}` as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
})

const open = (budgets: readonly CustomerBudget[], query = '') => {
  stubCustomerBudgets(budgets)
  return openProductPath(`${PAGE}${query}`)
}

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(`no input ${name}`)

test('A-73 the record leads to the budgets of the client', async () => {
  stubCustomerBudgets()
  const person = openCustomerRecord()

  await person.click(await screen.findByRole('link', { name: 'Presupuestos' }))

  expect(await screen.findByText(/todavía no tiene presupuestos/)).toBeDefined()
})

test('the budgets stay where they are when they cannot be read anew', async () => {
  open([createPublishedBudget()])
  await screen.findAllByText(/^Versión 1/)
  fakeApi.refuse(`GET ${base}/budgets`, 'not-found')
  const before = fakeApi.asked(`GET ${base}/budgets`).length
  vi.setSystemTime('2026-11-21T10:00:00.000Z')

  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitUntilDrawn(`GET ${base}/budgets`, before + 1)

  expect(screen.getAllByText(/^Versión 1/).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('A-73 a client to whom something is to be proposed has the budgets as the next thing to do', async () => {
  stubCustomerBudgets()
  fakeApi.answer(`GET ${base}/pathway`, { ...createPathwayInState('proposal-to-present'), tasks: [] })
  openCustomerRecord()

  const next = await screen.findByRole('link', { name: 'Preparar el presupuesto' })
  expect(next.getAttribute('href')).toBe(PAGE)
})

test('A-73 what waits for the practice leads to the budgets', async () => {
  stubAdminAgenda()
  const waiting = {
    kind: 'budget-late',
    customerId: 'cus_aaaaaaaa',
    customerName: 'Lucía Ferrer',
    at: '2026-11-16T00:00:00.000Z',
    percent: null,
    percentBefore: null,
  } as const
  fakeApi.answer('GET /customers/tasks', { items: [waiting], more: false })
  openProductPath('/admin')

  const line = await screen.findByRole('link', { name: 'Ver presupuesto: Lucía Ferrer' })
  expect(line.getAttribute('href')).toBe(PAGE)
})

test('A-73 an option comes from a template, with its term, and is saved as a draft that the client does not see', async () => {
  const person = open([], '?editar=nuevo')
  const saved: unknown[] = []
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(BUDGET_ID.slice('bud_'.length) as ReturnType<Crypto['randomUUID']>)
  fakeApi.answer(`PUT ${ONE}`, (body) => {
    saved.push(body)
    return createCustomerBudget({ revision: 1 })
  })
  await person.selectOptions(await screen.findByLabelText('Plantilla'), sampleBudgetTemplate.name)
  await person.click(screen.getByRole('button', { name: 'Añadir desde la plantilla' }))
  await person.clear(field('options.0.price'))
  await person.type(field('options.0.price'), '399,50')
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(saved).toEqual([
    {
      revision: 0,
      content: {
        options: [{ ...sampleBudgetTemplate.option, priceCents: 39_950 }],
        recommended: null,
        recommendation: null,
        validUntil: '2026-12-12',
      },
    },
  ])
  expect(fakeApi.asked(`POST ${ONE}/publication`)).toEqual([])
})

test('A-73 what is missing in an option is said at its field, and nothing is sent', async () => {
  const person = open([], '?editar=nuevo')
  await person.click(await screen.findByRole('button', { name: 'Añadir una vacía' }))
  await person.type(field('options.0.price'), 'mucho')
  await person.click(screen.getByRole('button', { name: 'Publicar' }))

  expect(await screen.findByText('Ponle un nombre')).toBeDefined()
  expect(screen.getByText(/^Escribe un importe en euros/)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(field('options.0.title')))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('A-73 a budget needs an option', async () => {
  const person = open([], '?editar=nuevo')
  await person.click(await screen.findByRole('button', { name: 'Guardar borrador' }))

  expect(await screen.findByText('Añade al menos una opción')).toBeDefined()
})

test('A-73 publishing shows first what the client gets to see and is told, and publishes what was just saved', async () => {
  const person = open([createCustomerBudget()], `?editar=${BUDGET_ID}`)
  fakeApi.answer(`PUT ${ONE}`, createCustomerBudget({ revision: 4 }))
  fakeApi.answer(`POST ${ONE}/publication`, createPublishedBudget({}, { revision: 4 }))
  const preview = within(await screen.findByRole('region', { name: 'Así lo verá Lucía' }))
  expect(preview.getByText(/420\s€/)).toBeDefined()
  expect(preview.getAllByText(/^IVA incluido \(21\s%\)$/)).toHaveLength(2)
  expect(preview.getByText(/140,00\s€, antes de la 1\.ª analítica/)).toBeDefined()

  await person.click(screen.getByRole('button', { name: 'Publicar' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Publicar el presupuesto?' }))
  expect(dialog.getByText(/hasta el 5 de diciembre de 2026.*sin precios ni datos de salud/s)).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Publicar' }))

  expect(await screen.findByText('Presupuesto publicado')).toBeDefined()
  expect(fakeApi.asked(`POST ${ONE}/publication`).map(({ body }) => body)).toEqual([{ revision: 4 }])
  expect(await screen.findByText(/^Versión 1, publicada el 19 de noviembre/)).toBeDefined()
})

test('A-73 what was saved and could not be published is said to be saved, and not to be published', async () => {
  const person = open([createCustomerBudget()], `?editar=${BUDGET_ID}`)
  const saved = createCustomerBudget({ revision: 4 })
  fakeApi.answer(`PUT ${ONE}`, saved)
  fakeApi.refuse(`POST ${ONE}/publication`, 'budget-expired')
  fakeApi.answer(`GET ${base}/budgets`, { items: [saved] })
  await person.click(await screen.findByRole('button', { name: 'Publicar' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publicar' }))

  expect(await screen.findByText('El borrador está guardado, pero no se ha publicado.')).toBeDefined()
  expect(screen.queryByText('No se ha guardado el presupuesto.')).toBeNull()
  expect(screen.queryByText('Presupuesto publicado')).toBeNull()
})

test('A-73 what somebody else saved meanwhile is told, and what was typed is kept until one of both is chosen', async () => {
  const person = open([createCustomerBudget()], `?editar=${BUDGET_ID}`)
  await person.clear(await screen.findByDisplayValue('Esencial'))
  await person.type(field('options.0.title'), 'Básico')
  fakeApi.refuse(`PUT ${ONE}`, 'changed-meanwhile')
  const [first, second] = createBudgetContent().options
  if (!first || !second) throw new Error('two options')
  const theirs = createBudgetContent({ options: [{ ...first, title: 'De otra persona' }, second] })
  fakeApi.answer(`GET ${base}/budgets`, { items: [createCustomerBudget({ revision: 4, content: theirs })] })
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  expect(await screen.findByText(/Otra persona ha guardado.*De otra persona, Completo/)).toBeDefined()
  expect(field('options.0.title').value).toBe('Básico')
  fakeApi.answer(`PUT ${ONE}`, createCustomerBudget({ revision: 5 }))
  await person.click(screen.getByRole('button', { name: 'Seguir con lo mío' }))
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(`PUT ${ONE}`).at(-1)?.body).toMatchObject({
    revision: 4,
    content: { options: [{ title: 'Básico' }, {}] },
  })
})

test('A-73 a new budget whose saving went unanswered can be saved again: of what was saved and what is typed one is chosen', async () => {
  const person = open([], '?editar=nuevo')
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(BUDGET_ID.slice('bud_'.length) as ReturnType<Crypto['randomUUID']>)
  fakeApi.unreachable(`PUT ${ONE}`)
  await person.selectOptions(await screen.findByLabelText('Plantilla'), sampleBudgetTemplate.name)
  await person.click(screen.getByRole('button', { name: 'Añadir desde la plantilla' }))
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))
  expect(await screen.findByText('No se ha guardado el presupuesto.')).toBeDefined()
  fakeApi.refuse(`PUT ${ONE}`, 'changed-meanwhile')
  const arrived = createBudgetContent({ options: [sampleBudgetTemplate.option], recommended: null })
  fakeApi.answer(`GET ${base}/budgets`, { items: [createCustomerBudget({ revision: 1, content: arrived })] })
  await person.clear(field('options.0.title'))
  await person.type(field('options.0.title'), 'Básico')
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  expect(
    await screen.findByText(/^Este presupuesto ya se había guardado\..*lo guardado ahora es: Completo\.$/),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Descartar lo mío' })).toBeDefined()
  fakeApi.answer(`PUT ${ONE}`, createCustomerBudget({ revision: 2 }))
  await person.click(screen.getByRole('button', { name: 'Seguir con lo mío' }))
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  expect(await screen.findByText('Borrador guardado')).toBeDefined()
  expect(fakeApi.asked(`PUT ${ONE}`).at(-1)?.body).toMatchObject({
    revision: 1,
    content: { options: [{ title: 'Básico' }] },
  })
})

test('A-73 an option that is taken away takes its recommendation along', async () => {
  const person = open([createCustomerBudget()], `?editar=${BUDGET_ID}`)
  fakeApi.answer(`PUT ${ONE}`, createCustomerBudget({ revision: 4 }))
  await person.click(await screen.findByRole('button', { name: 'Quitar la opción 1' }))
  await person.click(screen.getByRole('button', { name: 'Guardar borrador' }))

  await waitFor(() => expect(fakeApi.asked(`PUT ${ONE}`)).toHaveLength(1))
  expect(fakeApi.asked(`PUT ${ONE}`)[0]?.body).toMatchObject({
    content: { options: [{ title: 'Completo' }], recommended: 1 },
  })
})

test('A-73 a question is answered beside the budget', async () => {
  const person = open([createPublishedBudget({ question: sampleBudgetQuestion })])
  const answered = { ...sampleBudgetQuestion, answer: 'Sí', answeredAt: '2026-11-21T09:00:00.000Z' }
  fakeApi.answer(`PUT ${ONE}/answer`, createPublishedBudget({ question: answered }))
  expect(await screen.findByText('¿Entra la analítica de heces?')).toBeDefined()
  await person.type(screen.getByLabelText('Tu respuesta'), 'Sí, entra')
  await person.click(screen.getByRole('button', { name: 'Responder' }))

  expect(await screen.findByText('Respuesta guardada')).toBeDefined()
  expect(fakeApi.asked(`PUT ${ONE}/answer`).map(({ body }) => body)).toEqual([
    { askedAt: sampleBudgetQuestion.askedAt, answer: 'Sí, entra' },
  ])
  expect(screen.queryByLabelText('Tu respuesta')).toBeNull()
})

test.each([
  ['what is to be done', '/admin', 'Contestar: Lucía Ferrer', 'GET /customers/tasks'],
  ['the process of the client', '/client/cus_aaaaaaaa', 'Presupuestos', `GET ${base}/pathway`],
] as const)('A-73 after an answer %s is asked for again', async (_, from, link, list) => {
  const question = { customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer', at: sampleBudgetQuestion.askedAt }
  const task = { ...question, kind: 'budget-question', percent: null, percentBefore: null } as const
  stubAdminAgenda()
  stubCustomerBudgets([createPublishedBudget({ question: sampleBudgetQuestion })])
  fakeApi.answer('GET /customers/tasks', { items: [task], more: false })
  const answered = { ...sampleBudgetQuestion, answer: 'Sí', answeredAt: '2026-11-21T09:00:00.000Z' }
  fakeApi.answer(`PUT ${ONE}/answer`, createPublishedBudget({ question: answered }))
  const person = openProductPath(from)
  await person.click(await screen.findByRole('link', { name: link }))
  await person.type(await screen.findByLabelText('Tu respuesta'), 'Sí, entra')
  const before = fakeApi.asked(list).length
  await person.click(screen.getByRole('button', { name: 'Responder' }))
  await screen.findByText('Respuesta guardada')

  window.history.back()

  expect(await screen.findByRole('link', { name: link })).toBeDefined()
  await waitFor(() => expect(fakeApi.asked(list).length).toBeGreaterThan(before))
})

test('A-73 a refusal shows its reason, and a new version says that it opens the budget again', async () => {
  const declined = { reason: 'price', at: '2026-11-20T10:00:00.000Z' } as const
  const person = open([createPublishedBudget({ state: 'declined', declined })])

  expect(await screen.findByText(/«Es más de lo que quiero gastar»/)).toBeDefined()
  await person.click(screen.getByRole('link', { name: 'Cambiar y publicar otra versión' }))
  await person.click(await screen.findByRole('button', { name: 'Publicar' }))
  expect(await screen.findByText(/versión 1.*queda abierto otra vez/)).toBeDefined()
})

const accepted = (changes: Partial<CustomerBudget> = {}, agreement = createAgreement()) =>
  createPublishedBudget({ state: 'accepted', agreement }, changes)

test('A-73 what was accepted shows each part, what is left, and no way to change it', async () => {
  open([accepted()])
  const parts = within(await screen.findByRole('table', { name: 'Pagos de Completo' }))

  expect(parts.getByText('Pagada el 01/09/2026')).toBeDefined()
  expect(parts.getByText('Fuera de plazo desde el 16/10/2026')).toBeDefined()
  expect(screen.getByText('2 de 3: 2 a la espera de un pago')).toBeDefined()
  expect(screen.getByText('12345678Z')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Anotar una analítica hecha' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('link', { name: /publicar/ })).toBeNull()
})

test('A-73 a part that the bank is paying is said to be on its way', async () => {
  const { parts, ...agreement } = createAgreement()
  open([accepted({}, { ...agreement, parts: parts.map((part) => ({ ...part, state: 'later', isPaying: true })) })])
  expect(await screen.findAllByText('Pago en camino')).toHaveLength(parts.length)
})

test.each([
  [{ count: 3, used: 0, free: 1, blocked: 2 }, '3 de 3: 1 ya disponible, 2 a la espera de un pago'],
  [{ count: 3, used: 0, free: 3, blocked: 0 }, '3 de 3: 3 ya disponibles'],
  [{ count: 3, used: 3, free: 0, blocked: 0 }, '0 de 3'],
])('A-73 of the consultations %o it is said: %s', async (consultations, text) => {
  const agreement = createAgreement()
  open([accepted({}, { ...agreement, consultations: { ...agreement.consultations, ...consultations } })])

  expect(await screen.findByText(text)).toBeDefined()
})

test('A-73 an analysis is noted as made, and an invoice as issued', async () => {
  const free = createAgreement({ analyses: { count: 2, used: 1, free: 1, blocked: 0 } })
  const invoice = {
    kind: 'invoice',
    orderId: 'ord_aaaaaaa1',
    refundId: null,
    amountCents: 14_000,
    at: '2026-09-01T09:05:00.000Z',
    doneAt: null,
  } as const
  const person = open([accepted({ invoices: [invoice] }, free)])
  const done = accepted({ invoices: [{ ...invoice, doneAt: '2026-11-21T09:00:00.000Z' }] }, free)
  fakeApi.answer(`PUT ${ONE}/analyses`, accepted({ invoices: [invoice] }, free))
  fakeApi.answer(`PUT ${ONE}/invoices`, done)

  await person.click(await screen.findByRole('button', { name: 'Anotar una analítica hecha' }))
  await waitFor(() =>
    expect(fakeApi.asked(`PUT ${ONE}/analyses`).map(({ body }) => body)).toEqual([{ number: 2, used: true }]),
  )
  await person.click(await screen.findByRole('button', { name: /^Factura emitida/ }))

  expect(await screen.findByText('emitida el 21/11/2026')).toBeDefined()
  expect(fakeApi.asked(`PUT ${ONE}/invoices`).map(({ body }) => body)).toEqual([
    { kind: 'invoice', orderId: 'ord_aaaaaaa1', refundId: null, done: true },
  ])
})

test('A-73 of two invoices each is found by its sum, and while one is noted the other cannot be pressed', async () => {
  const first = {
    kind: 'invoice',
    orderId: 'ord_aaaaaaa1',
    refundId: null,
    amountCents: 14_000,
    at: '2026-09-01T09:05:00.000Z',
    doneAt: null,
  } as const
  const second = { ...first, orderId: 'ord_aaaaaaa2', amountCents: 6_363 }
  const person = open([accepted({ invoices: [first, second] })])
  const answer = fakeApi.hold(
    `PUT ${ONE}/invoices`,
    accepted({ invoices: [{ ...first, doneAt: '2026-11-21T09:00:00.000Z' }, second] }),
  )

  await person.click(await screen.findByRole('button', { name: /^Factura emitida: Factura de 140,00\s€$/ }))

  const other = screen.getByRole('button', { name: /^Factura emitida: Factura de 63,63\s€$/ })
  expect(other).toHaveProperty('disabled', true)
  answer()
  await waitFor(() => expect(other).toHaveProperty('disabled', false))
  expect(fakeApi.asked(`PUT ${ONE}/invoices`).map(({ body }) => body)).toMatchObject([{ orderId: 'ord_aaaaaaa1' }])
})

const cancellation = {
  now: '2026-11-21T09:00:00.000Z',
  paidCents: 14_000,
  owedCents: 7_637,
  refundCents: 6_363,
  rule: 'unused',
  until: null,
  consultationsToCancel: [{ startsAt: '2026-12-01T10:00:00.000Z' }],
} as const

test('A-73 cancelling shows to the cent what goes back, and another sum by now is shown before it counts', async () => {
  const person = open([accepted()])
  fakeApi.answer(`GET ${ONE}/cancellation`, cancellation)
  fakeApi.refuse(`POST ${ONE}/cancellation`, 'changed-meanwhile')
  await person.click(await screen.findByRole('button', { name: 'Cancelar y devolver lo no usado' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar este presupuesto?' }))
  expect(await dialog.findByText(/76,37\s€/)).toBeDefined()
  expect(dialog.getByText(/martes.* 1 de diciembre.*11:00 h/)).toBeDefined()

  fakeApi.answer(`GET ${ONE}/cancellation`, { ...cancellation, owedCents: 8_000, refundCents: 6_000 })
  await person.click(dialog.getByRole('button', { name: /^Cancelar y devolver 63,63\s€$/ }))
  expect(await dialog.findByText(/ha cambiado algo/)).toBeDefined()
  const { published } = accepted()
  if (!published) throw new Error('published')
  fakeApi.answer(`POST ${ONE}/cancellation`, { budget: published, refundCents: 6_000, refunds: [] })
  await person.click(await dialog.findByRole('button', { name: /^Cancelar y devolver 60,00\s€$/ }))

  expect(await screen.findByText(/^Presupuesto cancelado: 60,00\s€/)).toBeDefined()
  expect(fakeApi.asked(`POST ${ONE}/cancellation`).map(({ body }) => body)).toEqual([
    { refundCents: 6_363 },
    { refundCents: 6_000 },
  ])
})

test('A-73 a template is removed after a question, and one that is gone already is no failure', async () => {
  const person = open([])
  fakeApi.refuse('DELETE /budget-templates/btp_aaaaaaaa', 'not-found')
  await person.click(await screen.findByRole('button', { name: 'Eliminar Tres meses' }))
  fakeApi.answer('GET /budget-templates', { items: [] })
  await person.click(
    within(screen.getByRole('dialog', { name: '¿Eliminar esta plantilla?' })).getByRole('button', {
      name: 'Eliminar plantilla',
    }),
  )

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Eliminar Tres meses' })).toBeNull())
  expect(screen.queryByText('No se ha eliminado la plantilla')).toBeNull()
})

test('A-73 a template is changed by its version', async () => {
  const person = open([], '?plantilla=btp_aaaaaaaa')
  fakeApi.answer('PUT /budget-templates/btp_aaaaaaaa', { ...sampleBudgetTemplate, version: 3 })
  await person.clear(await screen.findByLabelText('Días para aceptar'))
  await person.type(screen.getByLabelText('Días para aceptar'), '30')
  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))

  expect(await screen.findByText('Plantilla guardada')).toBeDefined()
  const { name, option } = sampleBudgetTemplate
  expect(fakeApi.asked('PUT /budget-templates/btp_aaaaaaaa').map(({ body }) => body)).toEqual([
    { name, option, validDays: 30, version: 2 },
  ])
})

test('A-73 A-45 an option is kept as a template with its numbers, and without what was written to this client', async () => {
  const id = '33333333-3333-4333-8333-333333333333'
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  const option = createBudgetOption({
    title: 'Para Lucía',
    includes: ['Plan por escrito', 'Lo que hablamos de tu madre, Lucía'],
    excludes: ['Los suplementos', 'Tu segunda analítica'],
  })
  const saved = `PUT /budget-templates/btp_${id}` as const
  const known = { ...sampleBudgetTemplate, option: createBudgetOption({ includes: ['Plan por escrito'] }) }
  stubCustomerBudgets(
    [createCustomerBudget({ content: createBudgetContent({ options: [option], recommended: 1 }) })],
    [known],
  )
  fakeApi.answer(saved, { ...sampleBudgetTemplate, budgetTemplateId: `btp_${id}` })
  const person = openProductPath(PAGE)
  await person.click(await screen.findByRole('link', { name: 'Guardar como plantilla la opción Para Lucía' }))
  await screen.findByText(/Empieza con los números de esa opción/)
  expect([field('options.0.title').value, field('options.0.price').value]).toEqual(['', '420'])

  await person.type(field('name'), 'Tres meses y análisis')
  await person.type(field('options.0.title'), 'Completo')
  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))

  expect(await screen.findByText('Plantilla guardada')).toBeDefined()
  expect(fakeApi.asked(saved).map(({ body }) => body)).toEqual([
    {
      name: 'Tres meses y análisis',
      option: { ...option, title: 'Completo', includes: ['Plan por escrito'], excludes: ['Los suplementos'] },
      validDays: 14,
      version: 0,
    },
  ])
})

test('A-73 an option that is gone makes no template', async () => {
  open([createCustomerBudget()], `?plantilla=nueva&de=${BUDGET_ID}&opcion=7`)

  expect(await screen.findByText('Esta opción ya no está.')).toBeDefined()
})
