import { onTestFinished } from 'vitest'
import { withServices as serveAccount } from '../../functions/account/handler.ts'
import { lucia } from '../local/cognito/google-and-pool.ts'
import { asking } from './asking.ts'
import { anIdentitySetup } from './identity-setup.ts'

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
    mailed: () => pool.mails.map(({ html }) => linkIn(html)),
    waiting: async () => (await practice.data.customers.get({ customerId: 'cus_waiting-0001' }).go()).data,
  }
}

export function linkIn(html: string): { proof: string; code: string } {
  const [, proof = '', code = ''] = /proof=([\w-]+)&amp;code=(\d+)/.exec(html) ?? []
  return { proof, code }
}
