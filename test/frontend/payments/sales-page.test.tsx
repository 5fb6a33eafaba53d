import { act, screen, waitFor, within } from '@testing-library/preact'
import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findGreeting, leaveForMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const endpoint = 'POST /payments/checkout/anonymous'
const checkout = {
  orderId: 'ord_aaaaaaaa',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  totalCents: 8000,
  heldUntil: null,
}

const reserve = () => screen.findByRole('button', { name: 'RESERVAR CITA' })

test('RTE-13 PAY-01 title, description and canonical address', async () => {
  openProductPath('/primera-consulta')
  await reserve()

  expect(document.title).toBe('Primera consulta | Reserva tu cita personalizada')
  expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/primera consulta/)
  expect(document.head.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
    'https://habitat.example/primera-consulta',
  )
})

test('PAY-02 LIM-01 the price, what it was, what is saved, and for how long a consultation', async () => {
  openProductPath('/primera-consulta')
  const offer = within(await screen.findByRole('region', { name: 'Precio y reserva' }))

  expect(offer.getByText('80,00 €')).toBeDefined()
  expect(offer.getByText('100,00 €').tagName).toBe('S')
  expect(offer.getByText('-20%')).toBeDefined()
  expect(offer.getByText('Te estás ahorrando 20,00 €')).toBeDefined()
  expect(offer.getByText('30 minutos. Impuestos incluidos. Pago único.')).toBeDefined()
  expect(offer.getByText('El precio tachado es el más bajo de los 30 días anteriores a la rebaja.')).toBeDefined()
})

test('the terms that a payment accepts, and what becomes of the data, stand beside the button', async () => {
  openProductPath('/primera-consulta')
  const offer = within(await screen.findByRole('region', { name: 'Precio y reserva' }))

  expect(offer.getByText(/^Al pagar aceptas los/).textContent).toMatch(/los términos y condiciones\. Usamos tus datos/)
  expect(offer.getByRole('link', { name: 'términos y condiciones' }).getAttribute('href')).toBe('/terminos')
  expect(offer.getByRole('link', { name: 'política de privacidad' }).getAttribute('href')).toBe('/privacidad')
})

test('PAY-06 without a network the button says so and is ready again, instead of paying once there is one', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  fakeApi.unreachable(endpoint)
  const person = openProductPath('/primera-consulta')

  await person.click(await reserve())

  await screen.findByText('Error al iniciar pago')
  expect((await reserve()).hasAttribute('disabled')).toBe(false)
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('PAY-04 benefits that unfold, one at a time', async () => {
  openProductPath('/primera-consulta')
  await reserve()

  const benefits = within(screen.getByRole('region', { name: /Qué incluye/ })).getAllByRole('group')
  expect(benefits.length).toBeGreaterThan(2)
  expect(new Set(benefits.map((benefit) => `${benefit.tagName} ${benefit.getAttribute('name')}`))).toEqual(
    new Set(['DETAILS benefits']),
  )
  expect(benefits.map((benefit) => benefit.hasAttribute('open'))).toEqual(benefits.map((_, index) => index === 0))
})

test('PAY-04 A-33 three testimonials of five stars, marked and announced as examples', async () => {
  openProductPath('/primera-consulta')
  await reserve()

  const testimonials = within(screen.getByRole('region', { name: 'Cómo lo viven' }))
  expect(testimonials.getAllByRole('img', { name: '5 de 5 estrellas' })).toHaveLength(3)
  expect(testimonials.getAllByText('Ejemplo')).toHaveLength(3)
  expect(testimonials.getByText(/^Estos textos son ejemplos, no opiniones de clientes\./)).toBeDefined()
})

test('A-33 the examples of testimonials stand below all that is true today', async () => {
  openProductPath('/primera-consulta')
  await reserve()

  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.slice(-3)).toEqual(['Reserva con tranquilidad', 'Cómo lo viven', 'Da el primer paso'])
  expect(screen.getByRole('link', { name: /un informe y un plan de ejemplo/ }).getAttribute('href')).toBe('/#ejemplos')
})

test('PAY-04 trust badges stand beside the button', async () => {
  openProductPath('/primera-consulta')
  const offer = within(await screen.findByRole('region', { name: 'Precio y reserva' }))

  expect(offer.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pago seguro con Stripe',
    'Videollamada desde casa',
    'Datos de salud protegidos (RGPD)',
  ])
})

test('whom the consultation is not for is said before they pay', async () => {
  openProductPath('/primera-consulta')
  await reserve()

  const before = within(screen.getByRole('region', { name: 'Antes de reservar' }))
  expect(before.getByText(/Tienes menos de 16 años/)).toBeDefined()
  expect(before.getByText(/no sustituye la atención médica/)).toBeDefined()
})

test('between the two buttons a third one stays at hand, and leads to the payment as they do', async () => {
  let see: IntersectionObserverCallback | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        see = callback
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  fakeApi.answer(endpoint, checkout)
  const person = openProductPath('/primera-consulta')
  await reserve()
  expect(screen.queryByRole('button', { name: 'Reservar por 80,00 €' })).toBeNull()

  void act(() => see?.([{ isIntersecting: true }] as IntersectionObserverEntry[], {} as IntersectionObserver))
  await person.click(screen.getByRole('button', { name: 'Reservar por 80,00 €' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  for (const button of screen.getAllByRole('button', { name: 'Procesando...' })) {
    expect(button.hasAttribute('disabled')).toBe(true)
  }
})

test.each(['RESERVAR CITA', 'Reserva tu primera consulta ahora'])(
  'PAY-03 PAY-05 PAY-06 PAY-07 %s: processing, then the payment page',
  async (name) => {
    const release = fakeApi.hold(endpoint, checkout)
    const person = openProductPath('/primera-consulta')

    await person.click(await screen.findByRole('button', { name }))
    const busy = await screen.findAllByRole('button', { name: 'Procesando...' })
    expect(busy.every((button) => button.hasAttribute('disabled'))).toBe(true)
    release()

    await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
    const purchaseTicket: unknown = expect.stringMatching(/^[\w-]{43}$/)
    expect(fakeApi.asked(endpoint)).toEqual([
      {
        endpoint,
        // The zone of this machine's tests: the mails of whoever buys elsewhere name their own hour too.
        body: { product: 'primera-consulta', purchaseTicket, timeZone: 'America/New_York' },
        authorization: null,
        query: {},
      },
    ])
  },
)

test('PAY-06 PAY-08 a failure is said and the button waits again', async () => {
  fakeApi.refuse(endpoint, 'payment-unavailable')
  const person = openProductPath('/primera-consulta')

  await person.click(await reserve())

  expect(await screen.findByText('Error al iniciar pago')).toBeDefined()
  expect(screen.getByText('No se pudo procesar la solicitud de pago')).toBeDefined()
  expect(await reserve()).toHaveProperty('disabled', false)
  expect(leaveForMock).not.toHaveBeenCalled()
})

test('PAY-09 without a connection the notice says why', async () => {
  fakeApi.unreachable(endpoint)
  const person = openProductPath('/primera-consulta')

  await person.click(await reserve())

  expect(await screen.findByText('Error al iniciar pago')).toBeDefined()
  expect(screen.getByText(/No hay conexión con el servidor/)).toBeDefined()
})

test('a client who is signed in reserves on their own account', async () => {
  signInAsRole('cliente')
  fakeApi.answer('POST /payments/checkout', checkout)
  const person = openProductPath('/primera-consulta')
  await findGreeting('Lucía Ferrer')

  await person.click(await reserve())

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(fakeApi.asked(endpoint)).toHaveLength(0)
})

test('A-32 who comes back from a cancelled payment reads that nothing was charged', async () => {
  openProductPath('/primera-consulta?status=canceled')

  expect(await screen.findByText(/No se ha realizado ningún cargo/)).toBeDefined()
})
