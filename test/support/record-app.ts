import { Customer } from '#contract/customer'
import { toReply } from '#data/stored-record'
import { signInAsRole, openProductPath } from './browser-app.tsx'
import { createAdminConsultation } from './admin-app.ts'
import { fakeApi } from './fake-api.ts'
import { stubOpeningHours } from './opening-hours-app.ts'

const customerId = 'cus_aaaaaaaa'

export const customerApiPath = `/customers/${customerId}`

export const sampleCustomer: Customer = toReply(Customer, {
  customerId,
  name: 'Lucía Ferrer',
  email: 'lucia@example.com',
  createdAt: '2026-10-01T08:00:00.000Z',
  version: 1,
})

const emptyList = { items: [], next: null }

export function stubCustomerRecord(): void {
  signInAsRole('administrador')
  fakeApi.answer(`GET ${customerApiPath}`, sampleCustomer)
  for (const list of ['payments', 'files', 'consultations', 'supplements', 'notifications', 'timeline'] as const) {
    fakeApi.answer(`GET ${customerApiPath}/${list}`, emptyList)
  }
  fakeApi.answer(`GET ${customerApiPath}/address-refusal`, { refusal: null })
  fakeApi.answer(`GET ${customerApiPath}/adherence`, { due: 0, taken: 0 })
  fakeApi.answer(`GET ${customerApiPath}/questionnaire`, { current: null, seen: null, versions: emptyList })
  fakeApi.answer('GET /supplements/protocol-templates', { items: [] })
  for (const list of ['catalogue', 'used', 'templates'] as const)
    fakeApi.answer(`GET /supplements/${list}`, { items: [] })
}

export const sampleConsultation = createAdminConsultation({ startsAt: '2026-11-21T08:30:00.000Z' })

export const consultationApiPath = `${customerApiPath}/consultations/con_aaaaaaaa` as const
export const notesApiPath = `${consultationApiPath}/notes` as const

export function stubSessionNotes(): void {
  stubCustomerRecord()
  stubOpeningHours()
  fakeApi.answer(`GET ${consultationApiPath}`, sampleConsultation)
  fakeApi.answer(`GET ${consultationApiPath}/room`, {
    state: 'open',
    startsAt: sampleConsultation.startsAt,
    durationMinutes: 60,
    opensAt: '2026-11-21T08:15:00.000Z',
    roomUrl: null,
  })
  fakeApi.answer(`GET ${notesApiPath}`, { notes: null, shared: null })
  fakeApi.answer(`GET ${notesApiPath}/editions`, emptyList)
  fakeApi.answer(`GET ${customerApiPath}/notes`, emptyList)
  fakeApi.answer('GET /consultations', { items: [] })
}

export const openSessionNotes = () => openProductPath(`/client/${customerId}/notas/con_aaaaaaaa`)

export const openCustomerRecord = (tab?: string) => openProductPath(`/client/${customerId}${tab ? `?tab=${tab}` : ''}`)
