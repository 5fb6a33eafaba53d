import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { customers } from '#contract/customers-domain'
import { payments } from '#contract/payments-domain'
import { toEmailAddressId } from '#platform/email-address-id'
import { createMissingProfileCreator } from '../../../functions/account/create-missing-profile.ts'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createUnverifiedAccount, createShopSetup, payWithoutAccount, type ShopSetup } from '../../support/shop.ts'

async function aNewcomer({ practice }: ShopSetup, email: string) {
  const { sub } = await createUnverifiedAccount({ practice }, { email, confirmed: true })
  await practice.data.pendingSignUps
    .patch({ addressId: toEmailAddressId(email) })
    .set({ state: 'proven', ownDetails: true })
    .go()
  const ask = createEndpointCaller(
    serveAccount(() => ({ ...practice, completeProfile: createMissingProfileCreator(practice.identities, practice) })),
  )
  return () => ask(account.session, { as: createPasswordSessionClaims({ sub }, practice) })
}

async function aPracticeThatSells() {
  const shop = await createShopSetup()
  const { practice } = shop
  const administrador = await createAdministrador(practice)
  const ask = createEndpointCaller(serveCustomers(() => practice))
  const as = createPasswordSessionClaims(administrador, practice)
  await ask(customers.counts, { as })
  return {
    ...shop,
    enter: (email: string) => ask(customers.create, { as, body: { name: 'Ada Lovelace', email } }),
    confirm: (sessionId: string) => shop.ask(payments.confirm, { body: { sessionId } }),
    clientsWith: async (email: string) =>
      (await practice.data.customers.query.byEmail({ email }).go({ pages: 'all' })).data,
    pairs: async () => (await ask(customers.listDuplicates, { as })).body.total,
  }
}

const rounds = ['1 to 5', '6 to 10', '11 to 15', '16 to 20']
const addresses = Array.from({ length: 5 }, (_, round) => `ronda-${round}@correo.test`)

test.each(rounds)(
  'of a first sign-in and the practice’s form at one moment one client comes of it, rounds %s',
  async () => {
    const setup = await aPracticeThatSells()

    for (const email of addresses) {
      const signIn = await aNewcomer(setup, email)
      synchronizeNextWrites(setup.practice, 2)
      const [session, form] = await Promise.all([signIn(), setup.enter(email)])

      const [client, ...others] = await setup.clientsWith(email)
      expect([session.status, others]).toEqual([200, []])
      expect([201, 409]).toContain(form.status)
      expect(client?.userId).toBe(session.body.userId)
    }
    expect(await setup.pairs()).toBe(0)
  },
)

test.each(rounds)(
  'of a first sign-in and a payment without an account at one moment one client comes of it, rounds %s',
  async () => {
    const setup = await aPracticeThatSells()

    for (const email of addresses) {
      const signIn = await aNewcomer(setup, email)
      const { sessionId } = await payWithoutAccount(setup, email)
      synchronizeNextWrites(setup.practice, 2)
      const [session, paid] = await Promise.all([signIn(), setup.confirm(sessionId)])

      const [client, ...others] = await setup.clientsWith(email)
      expect([session.status, paid.status, others]).toEqual([200, 200, []])
      const { data: bought } = await setup.practice.data.payments.query
        .byCustomer({ customerId: session.body.customerId ?? '' })
        .go()
      expect([client?.userId, bought.length]).toEqual([session.body.userId, 1])
    }
    expect(await setup.pairs()).toBe(0)
  },
)

test.each(rounds)('of two payments without an account at one moment one client comes of it, rounds %s', async () => {
  const setup = await aPracticeThatSells()

  for (const email of addresses) {
    // A network may open only so many payment pages in fifteen minutes.
    setup.practice.clock.advance({ minutes: 2 })
    const paid = [await payWithoutAccount(setup, email), await payWithoutAccount(setup, email)]
    synchronizeNextWrites(setup.practice, 2)
    const answers = await Promise.all(paid.map(({ sessionId }) => setup.confirm(sessionId)))

    const [client, ...others] = await setup.clientsWith(email)
    expect([answers.map(({ status }) => status), others]).toEqual([[200, 200], []])
    const { data: bought } = await setup.practice.data.payments.query
      .byCustomer({ customerId: client?.customerId ?? '' })
      .go()
    expect(bought).toHaveLength(2)
  }
  expect(await setup.pairs()).toBe(0)
})
