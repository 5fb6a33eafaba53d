import { onTestFinished } from 'vitest'
import { withServices as serveAccount } from '../../functions/account/handler.ts'
import { lucia } from '../local/cognito/google-and-pool.ts'
import { asking } from './asking.ts'
import { anIdentitySetup } from './identity-setup.ts'

/** The address under which a client's results wait, and what she says and chooses when she signs up with it. */
export const ADDRESS = lucia.email
export const HERS = 'Zanahoria-7'

export const form = {
  email: ADDRESS,
  password: HERS,
  firstName: 'Lucía',
  lastName: 'Ferrer',
  flow: 'registration',
  birthDate: '1990-05-17',
  acceptedTerms: true,
} as const

/** An identity set-up with a client of the practice whose results wait under an address that has no account yet. */
export async function aSetupWithUnclaimed() {
  const setup = await anIdentitySetup({ ownMails: true })
  onTestFinished(setup.close)
  const { practice, pool } = setup
  await practice.data.customers
    .create({ customerId: 'cus_waiting-0001', name: 'Lucía F.', email: ADDRESS, createdAt: '2026-01-01T00:00:00.000Z' })
    .go()
  return {
    ...setup,
    ask: asking(serveAccount(() => practice)),
    /** The proofs and codes of Cognito's mails so far, the oldest first. */
    mailed: () => pool.mails.map(({ html }) => linkIn(html)),
    waiting: async () => (await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()).data,
  }
}

export function linkIn(html: string): { proof: string; code: string } {
  const [, proof = '', code = ''] = /proof=([\w-]+)&amp;code=(\d+)/.exec(html) ?? []
  return { proof, code }
}
