import { expect, test, vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import { toEmailAddressId } from '#platform/email-address-id'
import { createLambdaHandler as serveFollowUp } from '../../../functions/account/follow-up-sign-ups.handler.ts'
import { createLambdaHandler as serveReleasing } from '../../../functions/payments/release-holds.handler.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createShopSetup, createUnverifiedAccount, toPurchaseRequest } from '../../support/shop.ts'

type Account = Awaited<ReturnType<typeof createUnverifiedAccount>>

/** More than a page, signed up one minute apart. */
const MANY = 30

/** The former limit of a run. */
const BUYERS = 200

async function* listNone() {}

async function createSweepSetup() {
  const shop = await createShopSetup()
  const { practice } = shop
  const accounts: Account[] = []
  const removed: string[] = []
  const broken = new Set<string>()
  const pool = {
    unconfirmed: listNone,
    find: async (email: string) => {
      if (broken.has(email)) throw new Error('Cognito does not answer')
      const found = accounts.find((each) => each.email === email && !removed.includes(each.sub))
      return found && { sub: found.sub, userId: `usr_${found.sub}`, email, byGoogle: false, createdAt: new Date(0) }
    },
    remove: async (sub: string) => void removed.push(sub),
  }
  const signUp = async () => {
    practice.clock.advance({ minutes: 1 })
    const account = await createUnverifiedAccount(shop)
    accounts.push(account)
    return account
  }
  return {
    ...shop,
    removed,
    broken,
    run: serveFollowUp(() => ({ ...practice, pool })),
    signUp,
    signUpMany: async () => {
      for (let n = 0; n < MANY; n++) await signUp()
      return accounts.slice(-MANY)
    },
    signUpAndPay: async () => {
      const { email } = await signUp()
      const at = practice.now().toISOString()
      const orderId = `ord_${email}`
      const order = { orderId, product: 'primera-consulta', status: 'paid', version: 1, totalCents: 8000 } as const
      await practice.data.orders.put({ ...order, currency: 'eur', openedAt: at, createdAt: at }).go()
      await practice.data.pendingSignUps
        .patch({ addressId: toEmailAddressId(email) })
        .set({ orderId })
        .go()
    },
  }
}

const forOnePage = () => ({
  getRemainingTimeInMillis: vi.fn<() => number>().mockReturnValueOnce(60_000).mockReturnValue(1000),
})

test('A-64 attempts of buyers, however many and old, do not keep the sweep from what is due', async () => {
  const setup = await createSweepSetup()
  for (let n = 0; n < BUYERS; n++) await setup.signUpAndPay()
  const innocent = await setup.signUp()
  setup.practice.clock.advance({ hours: 49 })

  expect(await setup.run({})).toEqual({ reminded: 0, removed: 1 })

  expect(setup.removed).toEqual([innocent.sub])
  expect(await countItemsByEntity(setup.practice)).toMatchObject({ pendingSignUp: BUYERS })
})

test('A-64 a sweep whose time is over goes on in the next run where it stopped', async () => {
  const setup = await createSweepSetup()
  const all = await setup.signUpMany()
  setup.practice.clock.advance({ hours: 49 })

  const first = await setup.run({}, forOnePage())
  const afterFirst = setup.removed.length
  const second = await setup.run({})

  expect([first.removed, second.removed]).toEqual([0, MANY])
  expect(afterFirst).toBeGreaterThan(0)
  expect(afterFirst).toBeLessThan(MANY)
  expect(setup.removed.toSorted()).toEqual(all.map(({ sub }) => sub).toSorted())
  expect(await countItemsByEntity(setup.practice)).not.toHaveProperty('checkpoint')
})

test('A-64 an attempt about which Cognito does not answer does not keep the others, and is told as a failure', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const setup = await createSweepSetup()
  const [oldest, ...others] = await setup.signUpMany()
  setup.broken.add(oldest?.email ?? '')
  setup.practice.clock.advance({ hours: 49 })

  await expect(setup.run({})).rejects.toThrow('1 attempts to sign up could not be swept')

  expect(setup.removed).toEqual(others.map(({ sub }) => sub))
})

test('A-64 an attempt whose purchase never got a page at Stripe is swept after 48 hours, as any other', async () => {
  const setup = await createSweepSetup()
  const account = await setup.signUp()
  setup.stripe.outage = true
  const { status } = await setup.ask(payments.checkoutNewAccount, { body: toPurchaseRequest(account) })
  setup.stripe.outage = false
  setup.practice.clock.advance({ hours: 49 })
  await serveReleasing(() => setup.practice)({})

  expect(await setup.run({})).toEqual({ reminded: 0, removed: 1 })

  expect([status, setup.removed]).toEqual([503, [account.sub]])
  expect(await countItemsByEntity(setup.practice)).not.toHaveProperty('pendingSignUp')
})
