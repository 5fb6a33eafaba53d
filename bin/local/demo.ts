import { PRODUCT_NAME, TERMS_VERSION } from '../../functions/contract/product.ts'
import type { Role } from '../../functions/contract/endpoint.ts'
import type { Database } from '#data/database'
import type { TotpSecretCipher } from '../../functions/mfa/totp-secret-cipher.ts'
import { recountUsersAndCustomers } from '../../functions/customers/recount.ts'
import type { CognitoStandIn } from './cognito/cognito.ts'
import { DEMO_BUDGET_ORDER_ID, seedAcceptedBudget, seedBudgetTemplates } from './demo-budgets.ts'
import { seedAuditHistory } from './demo-history.ts'
import {
  DEMO_BEGINNER_ORDER_ID,
  DEMO_ORDER_ID,
  DEMO_FINISHER_ORDER_ID,
  DEMO_UNDECIDED_ORDER_ID,
  type PastPayments,
  seedConsultationPurchase,
  seedStripePayment,
} from './demo-orders.ts'
import { seedFinishedCustomer } from './demo-finished.ts'
import { seedCustomerPanel } from './demo-panel.ts'
import { seedUndecidedCustomer } from './demo-undecided.ts'
import { demoRecoveryCodes } from './demo-recovery-codes.ts'
import type { DocumentStore } from './document-store.ts'

interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly role: Role
  readonly sub: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate?: string
  readonly totpSecret?: string
  readonly recoveryCodes?: readonly string[]
}

/** Public credentials; they grant access to the local product only. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'administracion@habitat.example',
    password: 'Microbiota-2026',
    role: 'administrador',
    sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a01',
    firstName: 'Elena',
    lastName: 'Prado Sanz',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    recoveryCodes: Object.keys(demoRecoveryCodes),
  },
  {
    email: 'cliente@habitat.example',
    password: 'Intestino-2026',
    role: 'cliente',
    sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a02',
    firstName: 'Lucía',
    lastName: 'Ferrer Gil',
    birthDate: '1988-04-17',
  },
  {
    email: 'empieza@habitat.example',
    password: 'Intestino-2026',
    role: 'cliente',
    sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a03',
    firstName: 'Marta',
    lastName: 'Soler Vidal',
    birthDate: '1994-09-02',
  },
  {
    email: 'termina@habitat.example',
    password: 'Intestino-2026',
    role: 'cliente',
    sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a04',
    firstName: 'Andrés',
    lastName: 'Gil Otero',
    birthDate: '1979-01-30',
  },
  {
    email: 'decide@habitat.example',
    password: 'Intestino-2026',
    role: 'cliente',
    sub: '0a5f6c1e-52c6-4a3e-9d52-6f1b0c7e1a05',
    firstName: 'Nuria',
    lastName: 'Campos Rey',
    birthDate: '1991-06-23',
  },
]

const administrador = demoAccounts.find(({ role }) => role === 'administrador')
const [cliente, beginner, finisher, undecided] = demoAccounts.filter(({ role }) => role === 'cliente')

const demoPurchases = [
  [cliente, DEMO_ORDER_ID],
  [beginner, DEMO_BEGINNER_ORDER_ID],
  [finisher, DEMO_FINISHER_ORDER_ID],
  [undecided, DEMO_UNDECIDED_ORDER_ID],
  [cliente, DEMO_BUDGET_ORDER_ID],
] as const

interface Parts {
  readonly cognito: CognitoStandIn
  readonly data: Database
  readonly store: DocumentStore
  readonly vault: TotpSecretCipher
  readonly stripe: PastPayments
}

export async function seedDemoData({ cognito, data, store, vault, stripe }: Parts, now: Date): Promise<void> {
  const done = collectionOf(store)
  await seedOnce(done, 'seeded', now, () => seedPeople({ cognito, data, vault }, now))
  await seedOnce(done, 'panel', now, async () => {
    if (cliente && administrador) {
      const of = { customerId: `cus_${cliente.sub}`, by: `usr_${administrador.sub}` }
      await seedCustomerPanel(data, of, now)
      await seedBudgetTemplates(data, now)
      await seedAcceptedBudget(data, cliente, now)
      if (finisher) await seedFinishedCustomer(data, { ...of, customerId: `cus_${finisher.sub}` }, now)
      if (undecided) await seedUndecidedCustomer(data, `cus_${undecided.sub}`, now)
      await seedAuditHistory(data, { ...of, userId: `usr_${cliente.sub}` }, now)
    }
  })
  await seedOnce(done, 'stripe', now, async () => {
    for (const [buyer, orderId] of demoPurchases)
      if (buyer) await seedStripePayment({ data, stripe }, { ...buyer, orderId })
  })
}

async function seedOnce(
  done: ReturnType<typeof collectionOf>,
  part: string,
  now: Date,
  seed: () => Promise<void>,
): Promise<void> {
  if (done.get(part)) return
  await seed()
  done.put(part, { at: now.toISOString() })
}

const daysSinceBySub = new Map([
  [cliente?.sub, 28],
  [beginner?.sub, 1],
  [undecided?.sub, 10],
  [finisher?.sub, 108],
])

async function seedPeople({ cognito, data, vault }: Omit<Parts, 'store' | 'stripe'>, now: Date): Promise<void> {
  for (const account of demoAccounts) {
    const since = daysBefore(now, daysSinceBySub.get(account.sub) ?? 21)
    seedSignIn(cognito, account)
    await seedProfile(data, account, since)
    await seedFactor(data, vault, account, since)
  }
  await seedConsultationPurchase(data, { buyer: cliente, orderId: DEMO_ORDER_ID, at: daysBefore(now, 27) })
  await seedConsultationPurchase(data, {
    buyer: beginner,
    orderId: DEMO_BEGINNER_ORDER_ID,
    at: daysBefore(now, 1),
    waiting: true,
  })
  await seedConsultationPurchase(data, { buyer: finisher, orderId: DEMO_FINISHER_ORDER_ID, at: daysBefore(now, 106) })
  await seedConsultationPurchase(data, { buyer: undecided, orderId: DEMO_UNDECIDED_ORDER_ID, at: daysBefore(now, 9) })
  await recountUsersAndCustomers({ data, now: () => now })
}

const collectionOf = (store: DocumentStore) => store.collection<{ at: string }>('demo')

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

function seedSignIn(cognito: CognitoStandIn, account: DemoAccount): void {
  const { email, password, role, sub, firstName, lastName, totpSecret } = account
  cognito.seedUser({
    email,
    password,
    sub,
    groups: [role],
    attributes: { given_name: firstName, family_name: lastName },
    ...(totpSecret && { totpSecret }),
  })
}

async function seedProfile(data: Database, account: DemoAccount, at: Date): Promise<void> {
  const { email, role, sub, firstName, lastName, birthDate, totpSecret } = account
  const userId = `usr_${sub}`
  const customerId = `cus_${sub}`
  const createdAt = at.toISOString()
  await data.users
    .put({
      userId,
      email,
      firstName,
      lastName,
      ...(birthDate && { birthDate }),
      role,
      status: 'active',
      emailVerifiedAt: createdAt,
      ...(totpSecret && { mfaEnabledAt: createdAt }),
      ...(role === 'cliente' && { customerId }),
      createdAt,
    })
    .go()
  await data.termsAcceptances
    .put({ userId, termsVersion: TERMS_VERSION, acceptedAt: createdAt, marketingOptIn: false })
    .go()
  if (role === 'cliente') {
    await data.customers
      .put({ customerId, userId, name: `${firstName} ${lastName}`, email, phone: '600 123 456', createdAt })
      .go()
  }
}

async function seedFactor(data: Database, vault: TotpSecretCipher, account: DemoAccount, at: Date): Promise<void> {
  const { sub, totpSecret, recoveryCodes = [] } = account
  if (!totpSecret) return
  const userId = `usr_${sub}`
  const createdAt = at.toISOString()
  await data.mfaFactors
    .put({
      userId,
      status: 'verified',
      factorId: `mfa_${sub}`,
      friendlyName: `${PRODUCT_NAME} ${createdAt}`,
      sealedSecret: await vault.seal(totpSecret, userId),
      createdAt,
    })
    .go()
  for (const code of recoveryCodes)
    await data.recoveryCodes.put({ userId, hash: demoRecoveryCodes[code] ?? '', salt: sub, createdAt }).go()
}
