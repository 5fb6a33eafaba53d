import { customers } from '#contract/customers'
import { withServices as serveCustomers } from '../../../functions/customers/handler.ts'
import { asking } from '../../support/asking.ts'
import { anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'

export async function aSetup() {
  const practice = await aPractice()
  const administrador = await anAdministrador(practice)
  const ask = asking(serveCustomers(() => practice))
  const as = aPasswordSession(administrador, practice)
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

export type Setup = Awaited<ReturnType<typeof aSetup>>
