import { describe, expect, test } from 'vitest'
import type { Consultation } from '#contract/consultation'
import {
  mergeConcurrentBookingChange,
  toAdminBookingValues,
} from '../../../frontend/src/features/consultations/admin-booking-values.ts'
import { createAdminConsultation } from '../../support/admin-app.ts'

const base = createAdminConsultation()

const changes: readonly [label: string, theirs: Partial<Consultation>, text: string, mine: object][] = [
  ['Fecha y hora', { startsAt: '2026-12-01T15:15:00.000Z' }, 'martes, 1 de diciembre, 16:15 h', { day: '2026-12-03' }],
  ['Duración', { durationMinutes: 45 }, '45 minutos', { durationMinutes: '30' }],
  ['Tipo', { type: 'urgente' }, 'Urgente', { type: 'revision' }],
  ['Precio', { priceCents: 4550 }, '45,50 €', { price: '50' }],
  ['Precio', { priceCents: null }, 'sin precio', { price: '50' }],
  ['Notas', { notes: 'Ayunas' }, 'Ayunas', { notes: 'Otra cosa' }],
  ['Notas', { notes: null }, 'sin notas', { notes: 'Otra cosa' }],
]

describe.each(changes)('ADM-14 while a consultation is edited somebody else changes %s', (label, saved, text, mine) => {
  const theirs = { ...base, ...saved }

  test('which the form takes over and tells where nothing was typed there', () => {
    const { values, changes: told } = mergeConcurrentBookingChange(base, theirs, toAdminBookingValues(base))

    expect(values).toEqual(toAdminBookingValues(theirs))
    expect(told.map((each) => ({ ...each, text: each.text.replace('\u00A0', ' ') }))).toEqual([
      { label: expect.stringContaining(label), text, adopted: true },
    ])
  })

  test('which is told and not taken over where something was typed', () => {
    const typed = { ...toAdminBookingValues(base), ...mine }

    const { values, changes: told } = mergeConcurrentBookingChange(base, theirs, typed)

    expect(values).toEqual(typed)
    expect(told.map(({ adopted }) => adopted)).toEqual([false])
  })
})
