import { generateURI } from 'otplib'
import type { mfa } from '#contract/mfa'
import { PRODUCT_NAME } from '#contract/product'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { finishDisabling } from './disable.ts'
import type { MfaServices } from './services.ts'

/**
 * Begins an enrolment. Cognito makes the secret and keeps the factor in force, if there is one, until a code of the new
 * one is confirmed. Only a token that may enrol gets here (`allowEnrolment`), and with a factor only with a proof of it.
 */
export const enrolFactor: Action<typeof mfa.enrol, MfaServices> = async ({ actor }, services) => {
  const { data, now, newId, authenticators, vault } = services
  const { userId } = actor
  await finishDisabling(userId, services)
  const { data: inForce } = await data.mfaFactors.get({ userId, status: 'verified' }).go({ consistent: true })
  if (inForce && !actor.fresh) refuse('proof-required')

  const secret = await authenticators.associate(actor.accessToken)
  const createdAt = now().toISOString()
  const factor = { factorId: newId('mfa'), friendlyName: `${PRODUCT_NAME} ${createdAt}` }
  const sealedSecret = await vault.seal(secret, userId)
  await data.transact((entities) => ({
    factor: entities.mfaFactors.put({ userId, status: 'unverified', ...factor, sealedSecret, createdAt }).commit(),
    audit: appendAudit(
      entities,
      { action: 'MFA_ENROLMENT_STARTED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return {
    id: factor.factorId,
    friendlyName: factor.friendlyName,
    secret,
    uri: generateURI({ issuer: PRODUCT_NAME, label: actor.email, secret }),
  }
}
