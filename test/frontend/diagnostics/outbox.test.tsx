import { screen, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { Outbox } from '#contract/diagnostics'
import { emptyOutbox, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const checkedAt = '2026-11-21T09:30:00.000Z'
const outboxAsked = 'GET /diagnostics/outbox'
const resendAsked = 'POST /diagnostics/outbox/resend'

function open(outbox: Outbox) {
  stubAdminAgenda()
  fakeApi.answer('GET /diagnostics/services', { checkedAt, items: [] })
  fakeApi.answer('GET /diagnostics/invariants', { checkedAt, items: [], nights: [] })
  fakeApi.answer(outboxAsked, outbox)
  return openProductPath('/admin?tab=test')
}

const section = async () => within(await screen.findByRole('region', { name: 'Correos pendientes' }))
const counts = async () => {
  const shown = await section()
  await shown.findByText('Fallidos')
  return shown.getAllByRole('definition').map(({ textContent }) => textContent)
}

describe('A-43 A-54 the mails that did not leave', () => {
  test('are counted: those that wait and since when, failed, expired and refused ones', async () => {
    open({ waiting: 12, waitingSince: '2026-11-21T08:05:00.000Z', failed: 3, expired: 1, refused: 2 })

    expect(await counts()).toEqual(['12, el más antiguo desde el 21/11/26, 9:05', '3', '1', '2'])
  })

  test('offer nothing to send again when none has failed', async () => {
    open({ ...emptyOutbox, waiting: 2, waitingSince: '2026-11-21T08:05:00.000Z' })
    await counts()

    expect((await section()).queryByRole('button', { name: 'Volver a enviar' })).toBeNull()
  })

  test('are put back page by page, with how far it got, and then with what became of them', async () => {
    const person = open({ ...emptyOutbox, failed: 30, expired: 4 })
    await counts()
    const shown = await section()
    const finish = fakeApi.hold(resendAsked, { requeued: 25, left: 5 })
    await person.click(shown.getByRole('button', { name: 'Volver a enviar' }))
    expect(await shown.findByLabelText('Puestos en cola: 0 de 30')).toBeDefined()

    const last = fakeApi.hold(resendAsked, { requeued: 5, left: 0 })
    finish()
    const progress = await shown.findByLabelText<HTMLProgressElement>('Puestos en cola: 25 de 30')
    fakeApi.answer(outboxAsked, { ...emptyOutbox, failed: 1, expired: 6 })
    last()

    expect([progress.value, progress.max]).toEqual([25, 30])
    expect(
      await shown.findByText(
        'Se han puesto en cola 30 correos. Ya no espera ninguno. 2 habían caducado y no se han enviado. 1 ha vuelto a fallar.',
      ),
    ).toBeDefined()
  })

  test('that are back in the queue are said to leave at the rate of the service', async () => {
    const person = open({ ...emptyOutbox, failed: 1 })
    await counts()
    fakeApi.answer(resendAsked, { requeued: 1, left: 0 })
    fakeApi.answer(outboxAsked, { ...emptyOutbox, waiting: 1, waitingSince: '2026-11-21T09:30:00.000Z' })

    await person.click((await section()).getByRole('button', { name: 'Volver a enviar' }))

    const said = 'Se ha puesto en cola 1 correo. Salen poco a poco, al ritmo que admite el servicio de correo: queda 1.'
    expect(await (await section()).findByText(said)).toBeDefined()
  })

  test('are said to stay when the server does not answer, and can be sent again', async () => {
    const person = open({ ...emptyOutbox, failed: 3 })
    await counts()
    fakeApi.answer(resendAsked, () => Response.json({ code: 'fault' }, { status: 500 }))

    await person.click((await section()).getByRole('button', { name: 'Volver a enviar' }))

    expect(await (await section()).findByText(/^No se han podido poner todos en cola\./)).toBeDefined()
    expect((await section()).getByRole('button', { name: 'Volver a enviar' })).toBeDefined()
  })

  test('that could not be counted can be counted again', async () => {
    stubAdminAgenda()
    fakeApi.answer('GET /diagnostics/services', { checkedAt, items: [] })
    fakeApi.answer('GET /diagnostics/invariants', { checkedAt, items: [], nights: [] })
    fakeApi.fail(outboxAsked, 500)
    const person = openProductPath('/admin?tab=test')
    const shown = await section()
    await shown.findByText(/^No se han podido contar\./)

    fakeApi.answer(outboxAsked, emptyOutbox)
    await person.click(shown.getByRole('button', { name: 'Reintentar' }))

    expect(await counts()).toEqual(['0', '0', '0', '0'])
  })
})
