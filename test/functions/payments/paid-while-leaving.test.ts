import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import {
  createLeavingBuyer,
  type LeavingBuyer,
  purchaseByAddress,
  purchasesOfAccounts,
  purchasesOfRemovedClients,
} from '../../support/leaving-buyer.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditEntries } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const kept = { payments: ['completed'], refundedCents: 0, inUse: 1 }
/** Until it is restored, no record joins another one. */
function failClaims({ practice: { data } }: LeavingBuyer) {
  const { transact } = data
  return vi.spyOn(data, 'transact').mockImplementation((writes, ...more) =>
    transact(
      (entities) => {
        const named = writes(entities)
        if ('corrections' in named) throw new Error('away')
        return named
      },
      ...more,
    ),
  )
}

/** A payment by the address alone waits, and could not be joined when the erasure was undone. */
async function createUnjoinedBuyer() {
  const setup = await createLeavingBuyer()
  await purchaseByAddress(setup)
  await setup.leave()
  const { undo } = await setup.prepareReturn()
  await setup.tellPaid()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failing = failClaims(setup)
  const undone = await undo()
  failing.mockRestore()
  setup.practice.clock.advance({ minutes: 1 })
  const session = createPasswordSessionClaims(setup.buyer, setup.practice)
  return { ...setup, undone, logged, session, visit: () => setup.askAccount(account.session, { as: session }) }
}

const givenBack = (refundedCents: number) => ({ payments: ['refunded'], refundedCents, inUse: 0 })

describe.each(purchasesOfAccounts)('A-71 %s that is paid at the moment of a request for erasure', (_, purchase) => {
  test('before it is written stays the client’s, who is asked to use it or give it back first', async () => {
    const setup = await createLeavingBuyer()
    await purchase(setup)
    interruptNextWrite(setup.practice, 'erasure', setup.tellPaid)

    expect(await setup.leave()).toEqual({ status: 409, body: { code: 'consultation-unused' } })

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('after it is written goes back whole', async () => {
    const setup = await createLeavingBuyer()
    const { cents } = await purchase(setup)
    interruptNextWrite(setup.practice, 'payment', setup.leave)

    expect(await setup.tellPaid()).toEqual([200])

    const leaving = { status: 'leaving', isErasureScheduled: true }
    expect(await setup.readOutcome()).toEqual({ ...givenBack(cents), ...leaving })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('that is undone before the payment is written is the client’s again', async () => {
    const setup = await createLeavingBuyer()
    await purchase(setup)
    await setup.leave()
    const { undo } = await setup.prepareReturn()
    interruptNextWrite(setup.practice, 'payment', undo)

    expect(await setup.tellPaid()).toEqual([200])

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('that is undone after the payment was written has gone back whole', async () => {
    const setup = await createLeavingBuyer()
    const { cents } = await purchase(setup)
    await setup.leave()
    const { undo } = await setup.prepareReturn()
    interruptNextWrite(setup.practice, 'link', setup.tellPaid)

    expect((await undo()).status).toBe(200)

    const back = { status: 'active', isErasureScheduled: false }
    expect(await setup.readOutcome()).toEqual({ ...givenBack(cents), ...back })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })
})

describe.each(purchasesOfRemovedClients)('A-71 %s that is paid when the practice deletes the client', (_, purchase) => {
  test('at that moment, before it is written, stays with the client, who is not deleted', async () => {
    const setup = await createLeavingBuyer()
    await purchase(setup)
    interruptNextWrite(setup.practice, 'counter', setup.tellPaid)

    expect(await setup.remove()).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
  })

  test('at that moment, after it is written, goes back whole', async () => {
    const setup = await createLeavingBuyer()
    const { cents } = await purchase(setup)
    interruptNextWrite(setup.practice, 'payment', setup.remove)

    expect(await setup.tellPaid()).toEqual([200])

    const gone = { status: 'deactivated', isErasureScheduled: true }
    expect(await setup.readOutcome()).toMatchObject({ ...givenBack(cents), ...gone })
  })

  test('and brings them back before the payment is written, is the client’s', async () => {
    const setup = await createLeavingBuyer()
    await purchase(setup)
    await setup.remove()
    interruptNextWrite(setup.practice, 'payment', setup.restore)

    expect(await setup.tellPaid()).toEqual([200])

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
  })

  test('and brings them back after the payment was written, has gone back whole', async () => {
    const setup = await createLeavingBuyer()
    const { cents } = await purchase(setup)
    await setup.remove()
    interruptNextWrite(setup.practice, 'removedCustomer', setup.tellPaid)

    expect((await setup.restore()).status).toBe(200)

    const back = { status: 'active', isErasureScheduled: false }
    expect(await setup.readOutcome()).toMatchObject({ ...givenBack(cents), ...back })
  })
})

test('A-71 a client whom the practice has deleted is mailed once that their late payment went back', async () => {
  const setup = await createLeavingBuyer()
  const [, purchase] = purchasesOfRemovedClients[1] ?? []
  await purchase?.(setup)
  expect((await setup.remove()).status).toBe(200)

  expect(await setup.tellPaid()).toEqual([200])

  expect(await setup.readOutcome()).toMatchObject(givenBack(8000))
  const mails = await createOutboxReader(setup.practice).post()
  expect(mails.filter(({ subject }) => subject === 'Te hemos devuelto tu pago').map(({ to }) => to)).toEqual([
    [expect.objectContaining({ address: setup.buyer.email })],
  ])
})

describe.each(purchasesOfAccounts)('A-71 %s that is paid when a deactivated account is opened again', (_, purchase) => {
  test.each(['payment', 'link'] as const)('is kept, if the %s is written last', async (last) => {
    const setup = await createLeavingBuyer()
    await purchase(setup)
    await setup.deactivate()
    const { reactivate } = await setup.prepareReturn()
    const [first, second] = last === 'payment' ? [reactivate, setup.tellPaid] : [setup.tellPaid, reactivate]
    interruptNextWrite(setup.practice, last, first)

    await second()

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
  })
})

describe('A-71 what somebody pays by the address of a client alone', () => {
  test('is the client’s where it comes before their request for erasure is written', async () => {
    const setup = await createLeavingBuyer()
    await purchaseByAddress(setup)
    interruptNextWrite(setup.practice, 'erasure', setup.tellPaid)

    expect(await setup.leave()).toEqual({ status: 409, body: { code: 'consultation-unused' } })

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
  })

  test('waits under that address for whoever proves it, where the request was written first', async () => {
    const setup = await createLeavingBuyer()
    await purchaseByAddress(setup)
    interruptNextWrite(setup.practice, 'payment', setup.leave)

    expect(await setup.tellPaid()).toEqual([200])

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'leaving', isErasureScheduled: true })
    const { data: waiting } = await setup.practice.data.ordersToSchedule.scan.go()
    expect(waiting[0]?.customerId).not.toBe(setup.buyer.customerId)
  })

  test('and waits while they leave is theirs once the erasure is undone', async () => {
    const setup = await createLeavingBuyer()
    await purchaseByAddress(setup)
    await setup.leave()
    const { undo } = await setup.prepareReturn()
    expect(await setup.tellPaid()).toEqual([200])
    expect(await setup.listWaitingOwners()).not.toEqual([setup.buyer.customerId])

    expect((await undo()).status).toBe(200)

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('and waits while the practice has deleted them is theirs once they are brought back', async () => {
    const setup = await createLeavingBuyer()
    await purchaseByAddress(setup)
    expect((await setup.remove()).status).toBe(200)
    expect(await setup.tellPaid()).toEqual([200])
    expect(await setup.listWaitingOwners()).not.toEqual([setup.buyer.customerId])

    expect((await setup.restore()).status).toBe(200)

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('and waits while the practice has deleted them stays apart from theirs while they have not proven the address', async () => {
    const setup = await createLeavingBuyer()
    const { customerId, userId } = setup.buyer
    await purchaseByAddress(setup)
    await setup.practice.data.users.patch({ userId }).remove(['emailVerifiedAt']).go()
    await setup.remove()
    await setup.tellPaid()

    expect((await setup.restore()).status).toBe(200)

    const [owner, ...others] = await setup.listWaitingOwners()
    expect(others).toEqual([])
    expect(owner).not.toBe(customerId)
    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
  })

  test('and cannot be joined with theirs when the erasure is undone keeps nobody out, and raises an alarm', async () => {
    const setup = await createUnjoinedBuyer()

    expect(setup.undone).toEqual({ status: 200, body: { undone: true } })

    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'active', isErasureScheduled: false })
    expect(JSON.stringify(setup.logged.mock.calls)).toContain('was not joined')
  })

  test('and could not be joined with theirs when the erasure was undone is theirs at their next visit', async () => {
    const setup = await createUnjoinedBuyer()
    expect(await setup.listWaitingOwners()).not.toEqual([setup.buyer.customerId])

    expect((await setup.visit()).status).toBe(200)

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
    expect(await setup.readUser()).not.toHaveProperty('claimDue')
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })

  test('and could not be joined with theirs when the practice brought them back is theirs at their next visit, in their name', async () => {
    const setup = await createLeavingBuyer()
    const { customerId, userId } = setup.buyer
    await purchaseByAddress(setup)
    await setup.remove()
    await setup.tellPaid()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const failing = failClaims(setup)
    expect((await setup.restore()).status).toBe(200)
    failing.mockRestore()
    setup.practice.clock.advance({ minutes: 1 })

    await setup.askAccount(account.session, { as: createPasswordSessionClaims(setup.buyer, setup.practice) })

    expect(await setup.listWaitingOwners()).toEqual([customerId])
    const linked = (await listAuditEntries(setup.practice)).filter(({ action }) => action === 'CUSTOMER_LINKED')
    expect(linked).toEqual([expect.objectContaining({ userId, address: '203.0.113.7' })])
  })

  test('and is about to be joined waits on, where they ask for their erasure at that moment', async () => {
    const setup = await createUnjoinedBuyer()
    interruptNextWrite(setup.practice, 'corrections', () => setup.leave(setup.session))

    await setup.visit()

    expect(await setup.listWaitingOwners()).not.toEqual([setup.buyer.customerId])
    expect(await setup.readOutcome()).toEqual({ ...kept, status: 'leaving', isErasureScheduled: true })
    expect(await setup.readUser()).toMatchObject({ claimDue: true })
  })

  test('and is joined while they ask for their erasure is to be used or given back first', async () => {
    const setup = await createUnjoinedBuyer()
    interruptNextWrite(setup.practice, 'erasure', setup.visit)

    expect(await setup.leave(setup.session)).toEqual({ status: 409, body: { code: 'consultation-unused' } })

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
  })

  test('is theirs while their account is deactivated, and the receipt does not ask them for an account', async () => {
    const setup = await createLeavingBuyer()
    await setup.deactivate()
    await purchaseByAddress(setup)

    expect(await setup.tellPaid()).toEqual([200])

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
    const mails = await createOutboxReader(setup.practice).post()
    const told = mails.filter(({ to }) => to?.[0]?.address === setup.buyer.email).map(({ subject }) => subject)
    expect(told.filter((subject) => subject?.includes('pago'))).toEqual(['Hemos recibido tu pago'])
  })

  test('and waits in a record of its own is theirs once they open their deactivated account again', async () => {
    const setup = await createLeavingBuyer()
    await purchaseByAddress(setup)
    const { data } = setup.practice
    const close = (status: 'active' | 'leaving') =>
      data.users.patch({ userId: setup.buyer.userId }).set({ status }).go()
    await close('leaving')
    expect(await setup.tellPaid()).toEqual([200])
    await close('active')
    // The receipt goes out before the mail with the link.
    await createOutboxReader(setup.practice).post()
    await setup.deactivate()
    const { reactivate } = await setup.prepareReturn()
    expect(await setup.listWaitingOwners()).not.toEqual([setup.buyer.customerId])

    expect((await reactivate()).status).toBe(200)

    expect(await setup.listWaitingOwners()).toEqual([setup.buyer.customerId])
    expect(await listBrokenInvariants(setup.practice)).toEqual({})
  })
})

test('A-71 a payment of somebody who is being erased at that moment is not booked, and Stripe tells of it again', async () => {
  const setup = await createLeavingBuyer()
  const [, purchase] = purchasesOfAccounts[1] ?? []
  await purchase?.(setup)
  await setup.leave()
  const { customerId } = setup.buyer
  const erase = () => setup.practice.data.erasures.patch({ customerId }).set({ status: 'erasing' }).go()
  interruptNextWrite(setup.practice, 'payment', erase)

  expect(await setup.tellPaid()).toEqual([500])

  expect(await setup.readOutcome()).toMatchObject({ payments: [], refundedCents: 0, inUse: 0 })
})

test('A-71 what is paid by somebody who leaves, and whose account the practice has removed since, goes back whole', async () => {
  const setup = await createLeavingBuyer()
  const [, purchase] = purchasesOfAccounts[0] ?? []
  await purchase?.(setup)
  await setup.leave()
  await setup.practice.data.users.patch({ userId: setup.buyer.userId }).set({ status: 'deleted' }).go()

  expect(await setup.tellPaid()).toEqual([200])

  expect(await setup.readOutcome()).toEqual({ ...givenBack(8000), status: 'deleted', isErasureScheduled: true })
})
