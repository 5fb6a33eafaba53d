import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import { customerApiPath, openCustomerRecord, sampleCustomer, stubCustomerRecord } from '../../support/record-app.ts'

const facts = async () => within(await screen.findByRole('region', { name: 'Información Personal' }))

test.each([
  ['bounced', 'Devuelve nuestros correos desde el 20/11/2026'],
  ['complained', 'Marcó nuestro correo como no deseado desde el 20/11/2026'],
  ['suppressed', 'Ya no recibe nuestros correos desde el 20/11/2026'],
] as const)('A-43 an address whose last mail was %s says so beside it', async (status, said) => {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}/address-refusal`, { refusal: { status, at: '2026-11-20T09:00:00.000Z' } })
  openCustomerRecord()

  const note = await (await facts()).findByText(said)

  expect(note.closest('dd')?.textContent).toBe(`${sampleCustomer.email} ${said}`)
})

test('A-43 an address that takes our mails stands alone', async () => {
  stubCustomerRecord()
  openCustomerRecord()

  const email = await (await facts()).findByText(sampleCustomer.email)

  expect(email.textContent).toBe(sampleCustomer.email)
})

test.each(['failed', 'expired', 'bounced', 'complained', 'suppressed'] as const)(
  'A-43 a mail that is %s is marked among those sent',
  async (status) => {
    stubCustomerRecord()
    fakeApi.answer(`GET ${customerApiPath}/notifications`, {
      items: [
        {
          mailId: 'mai_aaaaaaaa',
          type: 'invoice',
          detail: 'factura.pdf',
          to: sampleCustomer.email,
          status,
          attempts: 1,
          createdAt: '2026-11-20T09:00:00.000Z',
          sentAt: null,
          lastError: null,
        },
      ],
      next: null,
    })
    openCustomerRecord()

    const row = within(await screen.findByRole('row', { name: /factura\.pdf/ }))
    const badge = row.getByText(/^(Fallido|Caducado|Devuelto|Marcado|Retenido)/)
    expect(badge.className).toBe('status-badge')
  },
)
