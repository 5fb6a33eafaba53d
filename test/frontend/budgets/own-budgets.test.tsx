import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnBudget } from '#contract/budgets'
import { downloadMock, leaveForMock, openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { BUDGET_ID } from '../../support/budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'
import { stubOwnConsultations } from '../../support/own-consultations.ts'

const at = `/budgets/${BUDGET_ID}` as const

beforeEach(() => signInAsRole('cliente'))

function open(...items: OwnBudget[]) {
  fakeApi.answer('GET /budgets', { items })
  return openProductPath('/client/presupuestos')
}

const checkoutAt = (url: string) => ({
  orderId: 'ord_11111111-1111-4111-8111-111111111111-1',
  url,
  totalCents: 14_000,
  heldUntil: null,
})

const page = () => screen.getByRole('main').textContent?.replaceAll(/\s+/g, ' ') ?? ''

const accept = async (person: ReturnType<typeof open>) => {
  await person.click(await screen.findByRole('radio', { name: /Completo/ }))
  await person.click(screen.getByRole('radio', { name: /En tres partes/ }))
  await person.type(screen.getByRole('textbox', { name: 'NIF o NIE' }), '12.345.678-z')
  await person.type(screen.getByRole('textbox', { name: 'Dirección' }), 'Calle de Ejemplo, 12, 28010 Madrid')
  await person.click(screen.getByRole('button', { name: 'Aceptar con obligación de pago' }))
}

describe('as a file', () => {
  test('what is offered is downloaded as a PDF', async () => {
    fakeApi.answer(`GET ${at}/document`, { fileName: 'presupuesto-v1.pdf', pdfBase64: btoa('%PDF-1.7') })
    const person = open(createOwnBudget())
    await person.click(await screen.findByRole('button', { name: 'Descargar en PDF' }))

    await waitFor(() => expect(downloadMock).toHaveBeenCalledOnce())
    expect(downloadMock.mock.calls[0]?.[0]).toBe('presupuesto-v1.pdf')
    expect(new TextDecoder().decode(downloadMock.mock.calls[0]?.[1] as Uint8Array)).toBe('%PDF-1.7')
  })

  test('a failure is told', async () => {
    fakeApi.refuse(`GET ${at}/document`, 'not-found')
    const person = open(createOwnBudget())
    await person.click(await screen.findByRole('button', { name: 'Descargar en PDF' }))

    expect(await screen.findByText('No se ha podido descargar')).toBeDefined()
  })
})

describe('without a choice yet', () => {
  test('says that there is none, why, and that none need be chosen', async () => {
    open()

    expect(await screen.findByText('Todavía no tienes ningún presupuesto.')).toBeDefined()
    expect(page()).toContain('puedes no elegir ninguna')
  })

  test('a failure to load is told and can be tried again', async () => {
    fakeApi.refuse('GET /budgets', 'not-allowed')
    const person = openProductPath('/client/presupuestos')
    const again = await screen.findByRole('button', { name: 'Reintentar' })
    fakeApi.answer('GET /budgets', { items: [createOwnBudget()] })
    await person.click(again)

    expect(await screen.findByRole('table')).toBeDefined()
  })

  test('the options differ row by row in a table, and what none includes is said once', async () => {
    open(createOwnBudget())
    const table = await screen.findByRole('table', { name: 'En qué se diferencian las opciones' })
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        within(row).getByRole('rowheader').textContent,
        ...within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent?.replaceAll('\u00A0', ' ')),
      ])

    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.getAttribute('aria-label')),
    ).toEqual([null, 'Esencial', 'Completo'])
    expect(rows).toEqual([
      ['Consultas de 30 min', '1', '3'],
      ['Cómo pagar, sin intereses', 'De una vez', 'De una vez o en 3 × 140 €'],
    ])
    expect(page()).toContain(
      'Las dos incluyen: 3 meses; 1 analítica; Plan por escrito; Respuesta en 2 días laborables.',
    )
    expect(page()).toContain('Ninguna incluye: Los suplementos.')
    expect(page()).toContain('IVA incluido (21 %)')
    expect(page()).toContain('hasta el 5 de diciembre de 2026')
    expect(
      within(table)
        .getAllByRole('radio')
        .filter((radio) => (radio as HTMLInputElement).checked),
    ).toEqual([])
    expect(screen.queryByRole('button', { name: 'Aceptar con obligación de pago' })).toBeNull()
  })
})

test('what only one option says that it does not include is not said of the others, which count it', async () => {
  const [first, second] = createOwnBudget().options
  if (!first || !second) throw new Error('There are two options')
  const without = { ...first, analyses: { ...first.analyses, count: 0 }, excludes: ['Analíticas', ...second.excludes] }
  open(createOwnBudget({ options: [without, second] }))

  await screen.findByRole('table', { name: 'En qué se diferencian las opciones' })
  expect(page()).toContain('Ninguna incluye: Los suplementos.')
  expect(page()).toContain('«Esencial» no incluye: Analíticas.')
})

describe('accepting', () => {
  test('says before what each part pays for, when it is due and what waits without it, and sends no price', async () => {
    const person = open(createOwnBudget())
    fakeApi.answer(`POST ${at}/acceptance`, checkoutAt('https://checkout.stripe.com/c/pay/1'))
    await person.click(await screen.findByRole('radio', { name: /Completo/ }))
    await person.click(screen.getByRole('radio', { name: /En tres partes/ }))
    const parts = within(screen.getByRole('list', { name: 'Partes del pago' })).getAllByRole('listitem')

    expect(parts.map((part) => part.textContent?.replaceAll('\u00A0', ' '))).toEqual([
      expect.stringMatching(/Hoy.*140,00 €.*Cubre lo que viene antes de la 1\.ª analítica.*Empezamos cuando la pagues/),
      expect.stringMatching(/Antes de la 1\.ª analítica.*140,00 €.*Hacia el .*la 1\.ª analítica queda en pausa/),
      expect.stringMatching(/Antes de la 2\.ª consulta.*140,00 €.*la 2\.ª consulta y las siguientes quedan en pausa/),
    ])
    expect(page()).toContain('Hoy pagas 140,00')
    await accept(person)
    await waitFor(() => expect(leaveForMock).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/1'))
    expect(fakeApi.asked(`POST ${at}/acceptance`).map(({ body }) => body)).toEqual([
      {
        version: 1,
        optionId: 2,
        inParts: true,
        taxId: '12345678Z',
        address: 'Calle de Ejemplo, 12, 28010 Madrid',
        noShowRule: 'lost',
      },
    ])
  })

  test('a wrong NIF and a way to pay that was not chosen are told before anything is sent', async () => {
    const person = open(createOwnBudget())
    await person.click(await screen.findByRole('radio', { name: /Completo/ }))
    await person.type(screen.getByRole('textbox', { name: 'NIF o NIE' }), '12345678A')
    await person.click(screen.getByRole('button', { name: 'Aceptar con obligación de pago' }))

    expect(await screen.findByText('El NIF o NIE no es correcto: revisa los números y la letra')).toBeDefined()
    expect(screen.getByText('Elige cómo quieres pagarlo')).toBeDefined()
    expect(fakeApi.asked(`POST ${at}/acceptance`)).toEqual([])
  })

  test('a newer version is shown, with what was typed, and has to be chosen anew', async () => {
    const person = open(createOwnBudget())
    fakeApi.answer(`POST ${at}/acceptance`, () => {
      const { options } = createOwnBudget()
      const dearer = options.map((each) => ({ ...each, priceCents: each.priceCents + 100 }))
      fakeApi.answer('GET /budgets', { items: [createOwnBudget({ version: 2, options: dearer })] })
      return Response.json({ code: 'budget-outdated' }, { status: 409 })
    })
    await accept(person)

    expect(await screen.findByText('Acabamos de cambiar este presupuesto.')).toBeDefined()
    const completo = screen.getByRole<HTMLInputElement>('radio', { name: /Completo\s*421/ })
    expect(completo.checked).toBe(false)
    await person.click(completo)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'NIF o NIE' }).value).toBe('12.345.678-z')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Dirección' }).value).toContain('Calle de Ejemplo')
    expect(leaveForMock).not.toHaveBeenCalled()
  })

  test('what becomes of a missed hour is read before, and named as it was read', async () => {
    const person = open(createOwnBudget())
    fakeApi.answer(`POST ${at}/acceptance`, checkoutAt('https://checkout.stripe.test/part'))
    await accept(person)

    expect(page()).toContain('Si no te presentas a una consulta, cuenta como usada.')
    await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
    expect(fakeApi.asked(`POST ${at}/acceptance`)).toMatchObject([{ body: { noShowRule: 'lost' } }])
  })

  test('nothing can be accepted while that cannot be read, which is told and can be tried again', async () => {
    fakeApi.refuse('POST /payments/quote', 'too-many-attempts')
    const person = open(createOwnBudget())
    await person.click(await screen.findByRole('radio', { name: /Completo/ }))

    expect(await screen.findByText(/No se pudieron leer las condiciones/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Aceptar con obligación de pago' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined()
  })

  test('a refusal without anything new on the screen is told at the form', async () => {
    const person = open(createOwnBudget())
    fakeApi.refuse(`POST ${at}/acceptance`, 'changed-meanwhile')
    await accept(person)

    expect((await screen.findByRole('alert')).textContent).toContain('No se ha podido aceptar')
  })

  test('without a connection it says so and keeps what was typed', async () => {
    const person = open(createOwnBudget())
    fakeApi.unreachable(`POST ${at}/acceptance`)
    await accept(person)

    expect((await screen.findByRole('alert')).textContent).toContain('No hay conexión con el servidor')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'NIF o NIE' }).value).toBe('12.345.678-z')
  })
})

describe('a question, or none of them', () => {
  test('the question is sent, and its answer is read where it was asked', async () => {
    const person = open(createOwnBudget())
    const asked = { text: '¿La analítica es en ayunas?', askedAt: '2026-11-21T09:00:00.000Z' }
    fakeApi.answer(`PUT ${at}/question`, createOwnBudget({ question: { ...asked, answer: null, answeredAt: null } }))
    await person.click(await screen.findByRole('button', { name: 'Preguntar' }))
    await person.type(screen.getByRole('textbox', { name: 'Tu pregunta' }), asked.text)
    await person.click(screen.getByRole('button', { name: 'Enviar pregunta' }))

    expect(await screen.findByText(asked.text)).toBeDefined()
    expect(page()).toContain('Verás aquí la respuesta')
    expect(fakeApi.asked(`PUT ${at}/question`).map(({ body }) => body)).toEqual([{ text: asked.text }])
  })

  test('a question of two paragraphs is sent as it was typed, and shown with both', async () => {
    const person = open(createOwnBudget())
    const asked = { text: '¿Es en ayunas?\n\n¿Y el café?', askedAt: '2026-11-21T09:00:00.000Z' }
    fakeApi.answer(`PUT ${at}/question`, createOwnBudget({ question: { ...asked, answer: null, answeredAt: null } }))
    await person.click(await screen.findByRole('button', { name: 'Preguntar' }))
    await person.type(screen.getByRole('textbox', { name: 'Tu pregunta' }), '¿Es en ayunas?{Enter}{Enter}¿Y el café?')
    await person.click(screen.getByRole('button', { name: 'Enviar pregunta' }))

    const shown = await screen.findByText(/¿Es en ayunas\?\s+¿Y el café\?/)
    expect(shown.textContent).toBe(asked.text)
    expect(fakeApi.asked(`PUT ${at}/question`).map(({ body }) => body)).toEqual([{ text: asked.text }])
  })

  test('none is chosen with a reason, and it can be accepted all the same', async () => {
    const person = open(createOwnBudget())
    fakeApi.answer(
      `PUT ${at}/refusal`,
      createOwnBudget({ state: 'declined', declined: { reason: 'price', at: '2026-11-21T09:00:00.000Z' } }),
    )
    await person.click(await screen.findByRole('button', { name: 'No elegir ninguna' }))
    const dialog = await screen.findByRole('dialog')
    await person.click(within(dialog).getByRole('button', { name: 'No elegir ninguna' }))
    expect(await within(dialog).findByText('Elige un motivo')).toBeDefined()
    await person.click(within(dialog).getByRole('radio', { name: 'Es más de lo que quiero gastar' }))
    await person.click(within(dialog).getByRole('button', { name: 'No elegir ninguna' }))

    expect(await screen.findByText(/nos dijiste que no eliges ninguna/)).toBeDefined()
    expect(fakeApi.asked(`PUT ${at}/refusal`).map(({ body }) => body)).toEqual([{ version: 1, reason: 'price' }])
    expect(screen.getByRole('radio', { name: /Completo/ })).toBeDefined()
  })

  test('an expired one says until when it was good, and offers nothing to accept', async () => {
    open(createOwnBudget({ state: 'expired', validUntil: '2026-11-20' }))

    expect(await screen.findByText(/Valía hasta el 20 de noviembre de 2026/)).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

/** The bank is still paying the first one. */
const payingParts = () =>
  createOwnAgreement().parts.map((part, index) => ({
    ...part,
    state: index === 0 ? ('due' as const) : ('later' as const),
    isPaying: index === 0,
    paidAt: null,
  }))

const accepted = (changes = {}) => createOwnBudget({ state: 'accepted', agreement: createOwnAgreement(changes) })

describe('accepted', () => {
  test('says what is left, what waits for a payment, and pays the part that is due', async () => {
    const person = open(accepted())
    const { parts } = createOwnAgreement()
    const pay = `POST ${at}/parts/${parts[1]?.orderId ?? ''}/checkout` as const
    fakeApi.answerAny(pay, checkoutAt('https://checkout.stripe.com/c/pay/2'))

    expect(await screen.findByText('Te toca pagar la parte 2 de 3')).toBeDefined()
    expect(page()).toContain('Te quedan 2 de 3: 2 esperan a un pago')
    expect(page()).toContain('Pagada el 21 de noviembre de 2026')
    await person.click(screen.getByRole('button', { name: /Pagar 140,00/ }))
    await waitFor(() => expect(leaveForMock).toHaveBeenCalledWith('https://checkout.stripe.com/c/pay/2'))
  })

  test.each([
    ['the only one', ['refunded'], /Se te ha devuelto lo que pagaste del presupuesto, y lo que cubría queda en pausa/],
    [
      'one of several',
      ['refunded', 'due', 'later'],
      /Se te ha devuelto una parte del presupuesto, y lo que cubría queda/,
    ],
  ] as const)('does not ask for money after a part (%s) that the practice has given back', async (_, states, words) => {
    const { parts } = createOwnAgreement()
    open(accepted({ parts: states.flatMap((state, index) => (parts[index] ? [{ ...parts[index], state }] : [])) }))

    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
    expect(page()).not.toContain('Está todo pagado')
  })

  test('does not ask for a part that the bank is still paying, and says that it is on its way', async () => {
    open(accepted({ parts: payingParts() }))

    expect(await screen.findByText(/^Tu pago de 140,00\s€ está en camino/)).toBeDefined()
    expect(page()).toContain('Pago en camino')
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
    expect(page()).not.toContain('Está todo pagado')
  })

  test('is cancelled for the sum that was shown to the cent, and says what goes back', async () => {
    const person = open(accepted())
    fakeApi.answer(`GET ${at}/cancellation`, {
      now: '2026-12-20T09:00:00.000Z',
      paidCents: 14_000,
      owedCents: 6632,
      refundCents: 7368,
      rule: 'unused',
      until: null,
      consultationsToCancel: [{ startsAt: '2026-12-22T10:00:00.000Z' }],
    })
    const ended = createOwnBudget({
      state: 'ended',
      agreement: createOwnAgreement({ endedAt: '2026-12-20T09:00:00.000Z', refundedCents: 7368 }),
    })
    fakeApi.answer(`POST ${at}/cancellation`, { budget: ended, refundCents: 7368, refunds: [] })
    await person.click(await screen.findByRole('button', { name: 'Cancelar el presupuesto' }))
    const dialog = within(await screen.findByRole('dialog'))
    // In the practice's time zone, and in the client's (New York).
    expect((await dialog.findByRole('listitem')).textContent).toBe('martes, 22 de diciembre, 11:00 h (para ti, 5:00)')
    await person.click(dialog.getByRole('button', { name: /Cancelar y recibir 73,68/ }))

    expect(await screen.findByText(/Se canceló el 20 de diciembre de 2026/)).toBeDefined()
    expect(fakeApi.asked(`POST ${at}/cancellation`).map(({ body }) => body)).toEqual([{ refundCents: 7368 }])
    expect(page()).toContain('Te devolvemos 73,68')
  })
})

describe('an hour that a budget includes', () => {
  const budget = accepted({ consultations: { count: 3, used: 1, free: 2, blocked: 0 } })

  test('is offered without a price where hours are chosen, at the length that was agreed', async () => {
    stubOwnConsultations([])
    fakeApi.answer('GET /budgets', { items: [budget] })
    const person = openProductPath('/client?tab=consultations')

    expect(await screen.findByText(/Tu presupuesto «Completo» incluye 2 consultas que no has reservado/)).toBeDefined()
    await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
    const dialog = await screen.findByRole('dialog')

    expect(within(dialog).getByText(/Ya está pagada/)).toBeDefined()
    expect(within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Duración (minutos)' }).value).toBe('30')
    expect(within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Tipo' }).value).toBe('seguimiento')
  })
})

test('an hour of two budgets is offered at the length of the one that was accepted first', async () => {
  const consultations = { count: 3, used: 1, free: 2, blocked: 0 }
  const { option } = createOwnAgreement()
  const long = { ...option, title: 'Anterior', consultations: { ...option.consultations, durationMinutes: 60 } }
  const newest = accepted({ consultations })
  const first = accepted({ consultations, option: long, acceptedAt: '2026-10-01T09:00:00.000Z' })
  stubOwnConsultations([])
  fakeApi.answer('GET /budgets', { items: [newest, first] })
  const person = openProductPath('/client?tab=consultations')

  expect(await screen.findByText(/Tu presupuesto «Anterior» incluye 2 consultas/)).toBeDefined()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = await screen.findByRole('dialog')

  expect(within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Duración (minutos)' }).value).toBe('60')
})

describe('on top of the panel', () => {
  test.each([
    ['Elige tu presupuesto', createOwnBudget()],
    [
      'Paga tu presupuesto',
      accepted({ parts: createOwnAgreement().parts.map((part) => ({ ...part, state: 'late' })) }),
    ],
  ])('the next step says «%s», and leads there', async (title, budget) => {
    stubOwnConsultations([])
    fakeApi.answer('GET /budgets', { items: [budget] })
    openProductPath('/client')

    const step = await screen.findByRole('region', { name: 'Tu próximo paso' })
    const link = await within(step).findByRole('link', { name: new RegExp(title) })
    expect(link.getAttribute('href')).toBe('/client/presupuestos')
  })

  test.each([
    ['to be paid only before a later service', accepted()],
    ['being paid by the bank', accepted({ parts: payingParts() })],
  ])('what is %s is no step yet', async (_, budget) => {
    stubOwnConsultations([])
    fakeApi.answer('GET /budgets', { items: [budget] })
    openProductPath('/client')

    const step = await screen.findByRole('region', { name: 'Tu próximo paso' })
    await waitFor(() => expect(step.getAttribute('aria-busy')).toBe('false'))
    expect(step.textContent).not.toContain('presupuesto')
  })
})

const comesBack = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))

describe('back from the payment page', () => {
  test('without having accepted, the budget is read anew', async () => {
    const person = open(createOwnBudget())
    fakeApi.answer(`POST ${at}/acceptance`, checkoutAt('https://checkout.stripe.com/c/pay/1'))
    await accept(person)
    await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
    fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'expired', validUntil: '2026-11-20' })] })

    comesBack()

    expect(await screen.findByText(/Valía hasta el 20 de noviembre de 2026/)).toBeDefined()
  })

  test('of a part, what is due is read anew', async () => {
    const person = open(accepted())
    const { parts } = createOwnAgreement()
    fakeApi.answerAny(`POST ${at}/parts/${parts[1]?.orderId ?? ''}/checkout`, checkoutAt('https://checkout.test/2'))
    await person.click(await screen.findByRole('button', { name: /Pagar 140,00/ }))
    await waitFor(() => expect(leaveForMock).toHaveBeenCalledOnce())
    fakeApi.answer('GET /budgets', {
      items: [
        accepted({ parts: parts.map((part) => ({ ...part, state: 'paid', paidAt: '2026-11-21T09:05:00.000Z' })) }),
      ],
    })

    comesBack()

    expect(await screen.findByText('Está todo pagado.')).toBeDefined()
  })
})
