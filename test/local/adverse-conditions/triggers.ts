import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { registerVerifiedPerson } from '../../journeys/clients.ts'
import { failSignInOverHttp, openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { advanceClock, countAuditEntries, expectSoon, type KeptPromise } from './product-under-conditions.ts'
import { buy, expectBoughtOnce } from './purchases.ts'

async function registerRecord() {
  const person = createJourneyPerson()
  const { token } = await registerVerifiedPerson(person)
  const { customerId } = await callEndpointOverHttp(apiContract.account.session, {}, { token })
  return { person, customerId: customerId ?? '' }
}

/** Attempts are given up by the real clock, so that nobody would see one: a tenth attempt would be refused instead. */
export const signInPromises: readonly KeptPromise[] = [
  {
    promise: 'whoever signs in twelve times has failed at nothing, and is not shut out',
    keep: async () => {
      const { person, customerId } = await registerRecord()
      for (let times = 0; times < 12; times++) await openBrowserSession(person)

      expect(await countAuditEntries(customerId, 'LOGIN_FAILED')).toBe(0)
    },
  },
  {
    promise: 'a wrong password is known, and the right one still lets in and changes the password',
    keep: async () => {
      const { person, customerId } = await registerRecord()
      await failSignInOverHttp(person.email)
      await advanceClock('PT1S')
      const session = await openBrowserSession(person)
      const body = { previousPassword: person.password, newPassword: 'Calabacin-verde-8' }
      await callEndpointOverHttp(apiContract.account.changePassword, { body }, { token: session.token })

      await expectSoon(() => countAuditEntries(customerId, 'LOGIN_FAILED')).toBeGreaterThan(0)
      expect(await countAuditEntries(customerId, 'PASSWORD_CHANGED')).toBe(1)
    },
  },
]

export const repeatedTriggerPromises: readonly KeptPromise[] = [
  {
    promise: 'a purchase with a new account, whose password our server has checked, is one payment',
    keep: async () => expectBoughtOnce(await buy()),
  },
  ...signInPromises,
]
