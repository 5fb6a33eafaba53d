import { onTestFinished } from 'vitest'
import { createLambdaHandler as serveAccount } from '../../functions/account/handler.ts'
import { luciaGoogleAccount } from '../local/cognito/google-and-pool.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createIdentitySetup } from './identity-setup.ts'

export const UNCLAIMED_EMAIL = luciaGoogleAccount.email
export const OWNER_PASSWORD = 'Zanahoria-7'

export const ownerRegistrationForm = {
  email: UNCLAIMED_EMAIL,
  password: OWNER_PASSWORD,
  firstName: 'Lucía',
  lastName: 'Ferrer',
  flow: 'registration',
  birthDate: '1990-05-17',
  acceptedTerms: true,
} as const

export async function createUnclaimedCustomerSetup() {
  const setup = await createIdentitySetup({ ownMails: true })
  onTestFinished(setup.close)
  const { practice, pool } = setup
  await practice.data.customers
    .create({
      customerId: 'cus_waiting-0001',
      name: 'Lucía F.',
      email: UNCLAIMED_EMAIL,
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    .go()
  return {
    ...setup,
    ask: createEndpointCaller(serveAccount(() => practice)),
    mailed: () => pool.mails.map(({ html }) => parseVerificationLink(html)),
    waiting: async () => (await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()).data,
  }
}

export function parseVerificationLink(html: string): { proof: string; code: string } {
  const [, proof = '', code = ''] = /proof=([\w-]+)&amp;code=(\d+)/.exec(html) ?? []
  return { proof, code }
}
