import { Customer } from '#contract/customer'
import { toReply } from '#data/record'
import { signedInAs, visit } from './browser-app.tsx'
import { server } from './fake-api.ts'

const customerId = 'cus_aaaaaaaa'

export const ofRecord = `/customers/${customerId}`

export const aCustomer: Customer = toReply(Customer, {
  customerId,
  name: 'Lucía Ferrer',
  email: 'lucia@example.com',
  createdAt: '2026-10-01T08:00:00.000Z',
  version: 1,
})

const emptyList = { items: [], next: null }

export function atTheRecord(): void {
  signedInAs('administrador')
  server.answer(`GET ${ofRecord}`, aCustomer)
  for (const list of ['payments', 'files', 'consultations', 'supplements', 'notifications', 'timeline'] as const) {
    server.answer(`GET ${ofRecord}/${list}`, emptyList)
  }
  server.answer(`GET ${ofRecord}/adherence`, { due: 0, taken: 0 })
  server.answer(`GET ${ofRecord}/questionnaire`, { current: null, seen: null, versions: emptyList })
  for (const list of ['catalogue', 'used', 'templates'] as const)
    server.answer(`GET /supplements/${list}`, { items: [] })
}

export const openRecord = (tab?: string) => visit(`/client/${customerId}${tab ? `?tab=${tab}` : ''}`)
