import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

export async function createCustomersSetup() {
  const practice = await createTestPractice()
  const administrador = await createAdministrador(practice)
  const ask = createEndpointCaller(serveCustomers(() => practice))
  const as = createPasswordSessionClaims(administrador, practice)
  return {
    practice,
    administrador,
    ask,
    as,
    create: (body: object) => ask(customers.create, { as, body }),
    remove: (customerId: string) => ask(customers.remove, { as, params: { customerId } }),
    restore: (customerId: string) => ask(customers.restore, { as, params: { customerId } }),
    search: async (search: string) => {
      const { body } = await ask(customers.list, { as, query: { search, limit: 100 } })
      return body.items.map(({ name }) => name)
    },
    counts: async () => (await ask(customers.counts, { as })).body,
  }
}

export type CustomersSetup = Awaited<ReturnType<typeof createCustomersSetup>>
