import type { PreSignUpTriggerEvent } from 'aws-lambda'
import { TERMS_VERSION } from '#contract/product'
import { MINIMUM_AGE, signUpAttributes } from '#contract/sign-up'
import { Day } from '#contract/values'

/** How far the browser's clock may be off when it says when the terms were accepted, in minutes. */
const CLOCK_TOLERANCE_MINUTES = 15

interface PreSignUpServices {
  readonly wallClock: () => Date
}

export const open = (): PreSignUpServices => ({ wallClock: () => new Date() })

/**
 * Decides whether an account may come to be. Whatever the form checked is checked again, because the browser speaks to
 * Cognito without us. The thrown text reaches the browser inside Cognito's own message.
 */
export const withServices = (openServices: () => PreSignUpServices) => {
  const { wallClock } = openServices()
  return async (event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> => {
    if (event.triggerSource === 'PreSignUp_ExternalProvider') throw new Error('external-provider-refused')
    if (event.triggerSource === 'PreSignUp_SignUp') {
      const reason = objection(event.request.userAttributes, wallClock())
      if (reason) throw new Error(reason)
    }
    return event
  }
}

export const handler = withServices(open)

function objection(attributes: Readonly<Record<string, string>>, now: Date): string | undefined {
  const { firstName, lastName, birthDate, termsAcceptedAt, termsVersion } = signUpAttributes
  const names = [attributes[firstName], attributes[lastName]]
  if (names.some((name) => !name || name.trim().length < 2 || name.length > 120)) return 'name-required'
  const acceptedAt = Date.parse(attributes[termsAcceptedAt] ?? '')
  const off = Math.abs(now.getTime() - acceptedAt)
  if (attributes[termsVersion] !== TERMS_VERSION || !(off < CLOCK_TOLERANCE_MINUTES * 60_000)) return 'terms-required'
  const born = attributes[birthDate]
  return born !== undefined && !isOldEnough(born, now) ? 'too-young' : undefined
}

/** Whole years between a calendar day (`YYYY-MM-DD`) and now; a day that is none is never old enough. */
function isOldEnough(born: string, now: Date): boolean {
  if (!Day.safeParse(born).success) return false
  const [year = Number.NaN, month = 1, day = 1] = born.split('-').map(Number)
  const birthday = new Date(Date.UTC(year + MINIMUM_AGE, month - 1, day))
  return birthday.getTime() <= now.getTime()
}
