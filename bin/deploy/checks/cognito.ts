import { GetProvisionedLimitCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { Check } from '../check.ts'
import { due, ready } from '../verdict.ts'

/** Default quotas in calls per second; an account below them was restricted. */
const usualLimits = { UserAuthentication: 120, UserCreation: 50 } as const

export const checkCognitoQuotas: Check = async ({ clients }) => {
  const limits = await Promise.all(
    Object.entries(usualLimits).map(async ([category, usual]) => {
      const LimitDefinition = { LimitClass: 'API_CATEGORY', Attributes: { Category: category } } as const
      const { Limit } = await clients.cognito.send(new GetProvisionedLimitCommand({ LimitDefinition }))
      return { category, usual, perSecond: Limit?.ProvisionedLimitValue ?? 0 }
    }),
  )
  const values = limits.map(({ category, perSecond }) => `${category} ${perSecond}`).join(', ')
  return limits.every(({ perSecond, usual }) => perSecond >= usual)
    ? ready(`Cognito admite por segundo: ${values}.`)
    : due(`Cognito admite menos de lo habitual por segundo (${values}): pide más en Service Quotas.`)
}
