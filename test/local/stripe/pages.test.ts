import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import {
  createOpenCheckoutSession,
  createPaidCheckoutSession,
  type RunningStripe,
  startTestStripe,
} from './start-test-stripe.ts'

const email = 'ana@example.com'

async function read(response: Response | Promise<Response>): Promise<Document> {
  return new JSDOM(await (await response).text()).window.document
}

function buttons(page: Document): string[] {
  return [...page.querySelectorAll('button')].map((button) => button.textContent)
}

function alert(page: Document): string | undefined {
  return page.querySelector('[role=alert]')?.textContent
}

function summary(page: Document): string[] {
  return [...page.querySelectorAll('dl div')].map((row) => [...row.children].map((cell) => cell.textContent).join(': '))
}

async function statusOf(bench: RunningStripe, id: string): Promise<string> {
  const { status, payment_status } = await bench.client.checkout.sessions.retrieve(id)
  return `${status} ${payment_status}`
}

test('the page says in Spanish what is bought, for how much, and that no money moves', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)

  const document = await read(fetch(page))

  expect(document.documentElement.lang).toBe('es')
  expect(document.querySelector('header')?.textContent).toBe(
    'Pasarela de pago de pruebas: no se realiza ningún cargo real',
  )
  expect(summary(document)).toEqual(['Primera consulta: 80,00 €', 'Total: 80,00 €'])
  expect(document.querySelector<HTMLInputElement>('input[type=email]')?.value).toBe(email)
  expect(buttons(document)).toEqual([
    'Pagar 80,00 €',
    'Simular tarjeta rechazada',
    'Volver',
    'Pago diferido: se confirma más tarde',
  ])
})

test('what a caller or customer wrote is shown as text and never as markup', async () => {
  const bench = await startTestStripe()
  const name = '<img src=x onerror="alert(1)">'
  const { page } = await createOpenCheckoutSession(bench, {
    line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 8000, product_data: { name } } }],
  })

  const document = await read(bench.submit(page, { act: 'decline', email: '"><script>alert(1)</script>' }))

  expect(document.querySelector('dt')?.textContent).toBe(name)
  expect(document.querySelector('img, script')).toBeNull()
})

test('of several of one thing the page says how many', async () => {
  const bench = await startTestStripe()
  const price_data = { currency: 'eur', unit_amount: 8000, product_data: { name: 'Primera consulta' } }
  const { page } = await createOpenCheckoutSession(bench, { line_items: [{ quantity: 2, price_data }] })

  const document = await read(fetch(page))

  expect(summary(document)).toEqual(['Primera consulta × 2: 160,00 €', 'Total: 160,00 €'])
})

test('the page may be framed by nobody and runs no script', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)

  const policy = (await fetch(page)).headers.get('content-security-policy')

  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' http://localhost:5173")
})

test('paying completes the session and leads back with its id', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)

  const response = await bench.submit(page, { act: 'pay', attempt: 'a1', email })

  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`http://localhost:5173/payment-success?session_id=${id}`)
  expect(await statusOf(bench, id)).toBe('complete paid')
  expect(bench.standIn.sessions()[0]?.customer_details?.email).toBe(email)
})

test('a double click on pay pays once and leads back both times', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)

  const responses = await Promise.all([
    bench.submit(page, { act: 'pay', attempt: 'a1', email }),
    bench.submit(page, { act: 'pay', attempt: 'a1', email }),
  ])

  expect(responses.map(({ status }) => status)).toEqual([303, 303])
  expect((await bench.client.charges.list()).data).toHaveLength(1)
})

test('a page left open in another tab says that the session is paid and takes nothing', async () => {
  const bench = await startTestStripe()
  const { page } = await createPaidCheckoutSession(bench)

  const document = await read(bench.submit(page, { act: 'pay', attempt: 'other-tab', email }))

  expect(document.querySelector('h1')?.textContent).toBe('No queda nada por pagar')
  expect(document.querySelector('a')?.textContent).toBe('Volver a la tienda')
  expect((await bench.client.charges.list()).data).toHaveLength(1)
})

test('an expired session says so, takes nothing and links back', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)
  await bench.client.checkout.sessions.expire(id)

  const document = await read(bench.submit(page, { act: 'pay', attempt: 'a1', email }))

  expect(document.querySelector('h1')?.textContent).toBe('Esta página de pago ha caducado')
  expect(document.querySelector('a')?.href).toBe('http://localhost:5173/payment-canceled')
  expect(await statusOf(bench, id)).toBe('expired unpaid')
})

test('a declined card is said on the page, and the session can still be paid with the same intent', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)

  const document = await read(bench.submit(page, { act: 'decline', email }))

  expect(alert(document)).toBe('Tarjeta rechazada. Prueba con otra tarjeta.')
  expect(await statusOf(bench, id)).toBe('open unpaid')
  const [failed] = (await bench.client.paymentIntents.list()).data
  expect(failed?.last_payment_error?.code).toBe('card_declined')
  await bench.submit(page, { act: 'pay', attempt: 'a1', email })
  const session = await bench.client.checkout.sessions.retrieve(id)
  expect(session.payment_intent).toBe(failed?.id)
})

test('going back leads to the cancel address and leaves the session open', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)

  const response = await bench.submit(page, { act: 'back' })

  expect(response.headers.get('location')).toBe('http://localhost:5173/payment-canceled')
  expect(await statusOf(bench, id)).toBe('open unpaid')
})

test('an e-mail that is none is refused on the page', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)

  const document = await read(bench.submit(page, { act: 'pay', attempt: 'a1', email: 'ana' }))

  expect(alert(document)).toBe('Escribe un correo electrónico válido.')
  expect(await statusOf(bench, id)).toBe('open unpaid')
})

test('a deferred payment completes the session unpaid until it is settled', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)

  await bench.submit(page, { act: 'later', attempt: 'a1', email })

  expect(await statusOf(bench, id)).toBe('complete unpaid')
  bench.standIn.settle(id, 'succeeded')
  expect(await statusOf(bench, id)).toBe('complete paid')
})

test('a deferred payment that fails leaves the session unpaid', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench)
  await bench.submit(page, { act: 'later', attempt: 'a1', email })

  bench.standIn.settle(id, 'failed')

  expect(await statusOf(bench, id)).toBe('complete unpaid')
  expect(() => bench.standIn.settle(id, 'succeeded')).toThrow('no payment that is being processed')
})

test('a discount the session was made with is shown with subtotal and total', async () => {
  const bench = await startTestStripe()
  const [code] = (await bench.client.promotionCodes.list({ code: 'BIENVENIDA10' })).data
  const { page } = await createOpenCheckoutSession(bench, { discounts: [{ promotion_code: code?.id ?? '' }] })

  const document = await read(fetch(page))

  expect(summary(document)).toEqual([
    'Primera consulta: 80,00 €',
    'Subtotal: 80,00 €',
    'Descuento: −8,00 €',
    'Total: 72,00 €',
  ])
  expect(document.querySelector('[name=code]')).toBeNull()
})

test('a code can be typed where the session allows it, and lowers what is paid', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench, { allow_promotion_codes: true })

  const document = await read(bench.submit(page, { act: 'apply', code: 'bienvenida10', email }))

  expect(buttons(document)).toContain('Pagar 72,00 €')
  await bench.submit(page, { act: 'pay', attempt: 'a1', email })
  expect(bench.standIn.sessions()[0]).toMatchObject({ status: 'complete', amount_total: 7200 })
  expect((await bench.client.promotionCodes.list({ code: 'BIENVENIDA10' })).data[0]?.times_redeemed).toBe(1)
})

test('a code that does not exist is refused on the page and nothing is paid', async () => {
  const bench = await startTestStripe()
  const { id, page } = await createOpenCheckoutSession(bench, { allow_promotion_codes: true })

  const document = await read(bench.submit(page, { act: 'pay', attempt: 'a1', code: 'NADA', email }))

  expect(alert(document)).toBe('Este código de descuento no es válido.')
  expect(await statusOf(bench, id)).toBe('open unpaid')
})

test('a session without the field takes no code, whoever posts one', async () => {
  const bench = await startTestStripe()
  const { page } = await createOpenCheckoutSession(bench)

  await bench.submit(page, { act: 'pay', attempt: 'a1', code: 'BIENVENIDA10', email })

  expect(bench.standIn.sessions()[0]?.amount_total).toBe(8000)
})

test('a session that costs nothing is completed without a payment', async () => {
  const bench = await startTestStripe({ promotionCodes: [{ code: 'GRATIS', percentOff: 100 }] })
  const { id, page } = await createOpenCheckoutSession(bench, { allow_promotion_codes: true })

  await bench.submit(page, { act: 'pay', attempt: 'a1', code: 'GRATIS', email })

  expect(await statusOf(bench, id)).toBe('complete no_payment_required')
  expect((await bench.client.paymentIntents.list()).data).toEqual([])
})

test.each([{}, { origin: 'http://evil.example' }, { origin: 'null' }])(
  'a form that comes from elsewhere is refused: %j',
  async (headers) => {
    const bench = await startTestStripe()
    const { id, page } = await createOpenCheckoutSession(bench)

    const response = await bench.submit(page, { act: 'pay', attempt: 'a1', email }, headers)

    expect(response.status).toBe(403)
    expect(await statusOf(bench, id)).toBe('open unpaid')
  },
)

test('a page that does not exist says so', async () => {
  const { origin } = await startTestStripe()

  const response = await fetch(`${origin}/_local/stripe/pay/cs_test_nothing`)

  expect(response.status).toBe(404)
  expect((await read(response)).querySelector('h1')?.textContent).toBe('Página no encontrada')
})

test('a charge has a receipt that can be opened', async () => {
  const bench = await startTestStripe()
  await createPaidCheckoutSession(bench)
  const [charge] = (await bench.client.charges.list()).data

  const document = await read(fetch(charge?.receipt_url ?? ''))

  expect(summary(document)).toContain('Pagado: 80,00 €')
})
