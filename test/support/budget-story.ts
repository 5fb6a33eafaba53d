import { payments } from '#contract/payments-domain'
import { findBudgetAgreements } from '#data/budget-queries'
import { createBudgetContent, createBudgetOption } from './budgets.ts'
import { bothConsents } from './early-start.ts'
import type { TokenClaims } from './endpoint-caller.ts'
import { recordSecondFactorProof, type PracticePerson } from './people.ts'
import type { ShopSetup } from './shop.ts'

interface Actors extends Pick<ShopSetup, 'ask' | 'practice'> {
  readonly customerId: string
  readonly boss: PracticePerson
  readonly asClient: () => TokenClaims
  readonly asBoss: () => TokenClaims
}

/** Two budgets, so that one may still cover what the other has used. */
const toBudgetId = (n: number): string => `bud_story-${n % 2}`

const inThreeParts = createBudgetOption({
  consultations: { count: 2, type: 'primera_consulta', durationMinutes: 30, referenceCents: 7000 },
  laterParts: [
    { kind: 'consultation', number: 2 },
    { kind: 'month', number: 2 },
  ],
  priceCents: 33_333,
})
const content = createBudgetContent({
  options: [inThreeParts, { ...inThreeParts, title: 'Otra', laterParts: [], priceCents: 20_001 }],
  recommended: null,
  validUntil: '2026-12-31',
})

const billing = { taxId: '00000000T', address: 'Calle de Ejemplo, 12, 28010 Madrid' }

/** Its hours are booked by the other steps. */
export function createBudgetSteps({ ask, practice, customerId, boss, asClient, asBoss }: Actors) {
  const findOwn = async (n: number) => {
    const { items } = (await ask(payments.listBudgets, { as: asClient() })).body
    return items.find(({ budgetId }) => budgetId === toBudgetId(n))
  }
  return {
    offerBudget: async (n: number) => {
      const params = { customerId, budgetId: toBudgetId(n) }
      await ask(payments.saveBudget, { as: asBoss(), params, body: { content, revision: 0 } })
      return ask(payments.publishBudget, { as: asBoss(), params, body: { revision: 1 } })
    },
    acceptBudget: async (n: number) => {
      const { budgetId } = (await findOwn(n)) ?? {}
      const inParts = n % 4 < 2
      const consents = n % 3 === 0 ? undefined : bothConsents
      const body = { version: 1, optionId: inParts ? 1 : 2, inParts, ...billing, consents }
      return budgetId && ask(payments.acceptBudget, { as: asClient(), params: { budgetId }, body })
    },
    payPart: async (n: number) => {
      const { budgetId = '', agreement } = (await findOwn(n)) ?? {}
      const { orderId } = agreement?.parts.find(({ state }) => state === 'due' || state === 'late') ?? {}
      return orderId && ask(payments.checkoutBudgetPart, { as: asClient(), params: { budgetId, orderId }, body: {} })
    },
    noteAnalysis: (n: number) => {
      const params = { customerId, budgetId: toBudgetId(n) }
      return ask(payments.noteBudgetAnalysis, { as: asBoss(), params, body: { number: 1, used: n % 4 !== 3 } })
    },
    cancelBudget: async (n: number) => {
      const params = { budgetId: toBudgetId(n) }
      const { body: terms } = await ask(payments.budgetCancellation, { as: asClient(), params })
      const { refundCents } = terms
      if (n % 3 !== 0) return ask(payments.cancelBudget, { as: asClient(), params, body: { refundCents } })
      await recordSecondFactorProof(boss, practice)
      const ofCustomer = { ...params, customerId }
      return ask(payments.cancelBudgetOfCustomer, { as: asBoss(), params: ofCustomer, body: { refundCents } })
    },
  }
}

/** Units used by two hours, hours without a unit, and units without an hour; must be empty. */
export async function listWrongUnits({ practice, customerId }: Pick<Actors, 'customerId' | 'practice'>) {
  const { data } = practice
  const agreements = (await findBudgetAgreements(data, customerId)).filter(({ status }) => status === 'active')
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ consistent: true })
  return agreements.flatMap(({ budgetId, booked, option }) => {
    const covered = all
      .filter((each) => each.budgetId === budgetId && each.status !== 'cancelled' && each.status !== 'removed')
      .map(({ consultationId }) => consultationId)
    const numbers = booked.map(({ number }) => number)
    const isWrong =
      new Set(numbers).size !== numbers.length ||
      numbers.some((number) => number > option.consultations.count) ||
      covered.toSorted().join() !==
        booked
          .map(({ consultationId }) => consultationId)
          .toSorted()
          .join()
    return isWrong ? [{ budgetId, booked, covered }] : []
  })
}
