import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type RefusalCode, refusalStatusCodes } from '#contract/refusals'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const refuse = (code: RefusalCode) => Response.json({ code }, { status: refusalStatusCodes[code] })

describe('a client’s consultation that somebody else closes meanwhile', () => {
  beforeEach(() => {
    stubOwnConsultations([createOwnConsultation()])
    fakeApi.answer('GET /slots', { durationMinutes: 60, bookable: { from: '2026-11-22', to: '2027-01-20' }, days: [] })
  })

  const goes = (code: RefusalCode) => () => {
    fakeApi.answer('GET /consultations/mine', { items: [], next: null })
    return refuse(code)
  }
  const rowGone = async () =>
    waitFor(() => expect(screen.getByText(/No tienes consultas próximas/)).toBeDefined(), { timeout: 3000 })

  test.each([
    ['consultation-closed', 'Esta consulta ya no se puede cambiar.'],
    ['changed-meanwhile', /Otra persona ha cambiado estos datos mientras tanto/],
  ] as const)('leaves the dialog that moves it open, with why (%s) and what was typed', async (code, text) => {
    fakeApi.answer('PUT /consultations/mine/con_aaaaaaaa', goes(code))
    const person = openProductPath('/client?tab=consultations')
    await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar consulta' }))
    await person.type(dialog.getByLabelText(/¿Qué te gustaría tratar/), 'Mis resultados')

    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
    await rowGone()

    const kept = within(screen.getByRole('dialog', { name: 'Cambiar consulta' }))
    expect(kept.getByText(text)).toBeDefined()
    expect(kept.getByLabelText<HTMLInputElement>(/¿Qué te gustaría tratar/).value).toBe('Mis resultados')
  })

  test('leaves the dialog that gives it up open, with why', async () => {
    fakeApi.answer('DELETE /consultations/mine/con_aaaaaaaa', goes('consultation-closed'))
    const person = openProductPath('/client?tab=consultations')
    await person.click(await screen.findByRole('button', { name: 'Eliminar' }))

    await person.click(screen.getByRole('button', { name: 'Eliminar consulta' }))
    await rowGone()

    const kept = within(screen.getByRole('dialog', { name: /quieres eliminar esta consulta/ }))
    expect(kept.getByText('Esta consulta ya no se puede cambiar.')).toBeDefined()
  })
})
