import type { ContractRoute, ContractReply } from './contract-routes.ts'
import { Consultation, type OrderToSchedule } from '#contract/consultation'
import { toReply } from '#data/stored-record'
import { screen } from '@testing-library/preact'
import type { UserEvent } from '@testing-library/user-event'
import { signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'

export const createAdminConsultation = (changes: Partial<Consultation> = {}): Consultation => ({
  ...toReply(Consultation, { ...someConsultation, notes: 'Trae analítica', missedStarts: [] }),
  ...changes,
})

const someConsultation = {
  consultationId: 'con_aaaaaaaa',
  customerId: 'cus_aaaaaaaa',
  customerName: 'Lucía Ferrer Gil',
  customerEmail: 'lucia@correo.test',
  startsAt: '2026-12-01T10:00:00.000Z',
  durationMinutes: 60,
  type: 'seguimiento',
  status: 'scheduled',
  priceCents: 6050,
  toConfirm: false,
  attendanceConfirmed: false,
  lapsed: false,
  isPaid: false,
  isIncluded: false,
  version: 3,
} as const

export const sampleOrderToSchedule: OrderToSchedule = {
  orderId: 'ord_aaaaaaaa',
  customerId: 'cus_bbbbbbbb',
  customerName: 'Noa Vidal',
  customerEmail: 'noa@correo.test',
  emailUnproven: false,
  concept: 'Primera consulta',
  paidAt: '2026-11-18T10:00:00.000Z',
  type: 'primera_consulta',
  durationMinutes: 30,
  amountCents: 8000,
  canPropose: true,
  proposals: null,
}

interface Setup {
  readonly month?: readonly Consultation[]
  readonly coming?: readonly Consultation[]
  readonly toSchedule?: readonly OrderToSchedule[]
}

export const emptyOutbox = { waiting: 0, waitingSince: null, failed: 0, expired: 0, refused: 0 }

export function stubAdminAgenda({ month = [], coming = month, toSchedule = [] }: Setup = {}): void {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 12, clients: 9 })
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  fakeApi.answer('GET /supplements/to-review', { items: [] })
  fakeApi.answer('GET /diagnostics/outbox', emptyOutbox)
  fakeApi.answer('GET /consultations', { items: month })
  fakeApi.answer('GET /consultations/coming', (_, { only }) => ({
    items: only === 'requests' ? coming.filter(({ toConfirm }) => toConfirm) : [...coming],
    next: null,
  }))
  fakeApi.answer('GET /consultations/to-schedule', { items: toSchedule, next: null })
  fakeApi.answer('GET /customers/names', {
    items: [
      { customerId: 'cus_aaaaaaaa', name: 'Lucía Ferrer Gil', email: 'lucia@correo.test' },
      { customerId: 'cus_bbbbbbbb', name: 'Noa Vidal', email: 'noa@correo.test' },
    ],
    more: false,
  })
}

export const stubSecuritySettings = (): void =>
  fakeApi.answer('GET /security/settings', {
    settings: {
      enforceStrongPasswords: true,
      requireMfaForAdmins: true,
      sessionTimeout: 24,
      auditLogging: true,
      rateLimiting: true,
    },
    version: 3,
    changedAt: null,
    changedBy: null,
    score: { points: 100, label: 'Excelente' },
  })

/** Refuses once with `proof-required` and succeeds after a code was confirmed. */
export function requireFreshCodeOnce<const Asked extends string>(
  endpoint: ContractRoute<Asked>,
  reply: ContractReply<Asked>,
) {
  fakeApi.refuse(endpoint, 'proof-required')
  fakeApi.answer('POST /mfa/proof', () => {
    fakeApi.answer(endpoint, reply)
    return { success: true, provenAt: '2026-11-21T10:00:00Z', recoveryCodesLeft: 8 }
  })
}

/** From the menu of a row of the list of clients; of the only row without a name. */
export async function chooseRowAction(person: UserEvent, action: string, name = ''): Promise<void> {
  await person.click(await screen.findByRole('button', { name: new RegExp(`^Acciones de ${name}`) }))
  await person.click(screen.getByRole('menuitem', { name: action }))
}

export async function askToSchedule(person: UserEvent): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Otras acciones: Pago sin fecha, Noa Vidal' }))
  await person.click(screen.getByRole('menuitem', { name: 'Agendar' }))
}
