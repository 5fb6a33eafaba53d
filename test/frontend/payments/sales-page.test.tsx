import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { left, server, signedInAs, visit } from '../../support/browser-app.tsx'

const endpoint = 'POST /payments/checkout/anonymous'
const checkout = { orderId: 'ord_aaaaaaaa', url: 'https://checkout.stripe.com/c/pay/cs_test_1', totalCents: 8000 }

const reserve = () => screen.findByRole('button', { name: 'RESERVAR CITA' })

test('PAY-01 title, description and canonical address', async () => {
  visit('/primera-consulta')
  await reserve()

  expect(document.title).toBe('Primera consulta | Reserva tu cita personalizada')
  expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/primera consulta/)
  expect(document.head.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/primera-consulta$/)
})

test('PAY-02 the price, what it was, and what is saved', async () => {
  visit('/primera-consulta')

  expect(await screen.findByText('80,00 €')).toBeDefined()
  expect(screen.getByText('100,00 €').tagName).toBe('S')
  expect(screen.getByText('-20%')).toBeDefined()
  expect(screen.getByText('Te estás ahorrando 20,00 €')).toBeDefined()
})

test('PAY-04 A-33 benefits, and three testimonials of five stars marked as examples', async () => {
  visit('/primera-consulta')
  await reserve()

  const testimonials = screen.getByRole('region', { name: 'Cómo lo viven' })
  expect(within(testimonials).getAllByRole('img', { name: '5 de 5 estrellas' })).toHaveLength(3)
  expect(within(testimonials).getAllByText('Ejemplo')).toHaveLength(3)
  expect(within(screen.getByRole('region', { name: /Qué incluye/ })).getAllByRole('group').length).toBeGreaterThan(2)
})

test.each(['RESERVAR CITA', 'Reserva tu primera consulta ahora'])(
  'PAY-03 PAY-05 PAY-06 PAY-07 %s: processing, then the payment page',
  async (name) => {
    const release = server.hold(endpoint, checkout)
    const person = visit('/primera-consulta')

    await person.click(await screen.findByRole('button', { name }))
    const busy = await screen.findAllByRole('button', { name: 'Procesando...' })
    expect(busy.every((button) => button.hasAttribute('disabled'))).toBe(true)
    release()

    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith(checkout.url))
    expect(server.asked(endpoint)).toEqual([{ endpoint, body: { product: 'primera-consulta' }, authorization: null }])
  },
)

test('PAY-06 PAY-08 a failure is said and the button waits again', async () => {
  server.refuse(endpoint, 'payment-unavailable')
  const person = visit('/primera-consulta')

  await person.click(await reserve())

  expect(await screen.findByText('Error al iniciar pago')).toBeDefined()
  expect(screen.getByText('No se pudo procesar la solicitud de pago')).toBeDefined()
  expect(await reserve()).toHaveProperty('disabled', false)
  expect(left).not.toHaveBeenCalled()
})

test('PAY-09 without a connection the notice says why', async () => {
  server.unreachable(endpoint)
  const person = visit('/primera-consulta')

  await person.click(await reserve())

  expect(await screen.findByText('Error al iniciar pago')).toBeDefined()
  expect(screen.getByText(/No hay conexión con el servidor/)).toBeDefined()
})

test('a client who is signed in reserves on their own account', async () => {
  signedInAs('cliente')
  server.answer('POST /payments/checkout', checkout)
  const person = visit('/primera-consulta')
  await screen.findByText('Hola, Lucía Ferrer')

  await person.click(await reserve())

  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(server.asked(endpoint)).toHaveLength(0)
})

test('A-32 who comes back from a cancelled payment reads that nothing was charged', async () => {
  visit('/primera-consulta?status=canceled')

  expect(await screen.findByText(/No se ha realizado ningún cargo/)).toBeDefined()
})
