import type { Database } from '#data/database'
import { toEmailAddressId } from '#platform/email-address-id'
import { createOneTimeLinkToken } from '#platform/one-time-link'

interface LinkedFreedHour {
  readonly customerId: string
  readonly startsAt: string
}

export function parseFreedHourCause(cause: string): LinkedFreedHour {
  const [customerId = '', startsAt = ''] = cause.split(' ')
  return { customerId, startsAt }
}

/** Of one offer: no hour is offered to somebody twice. Owned by the address, so that an erasure finds it. */
export const createFreedHourToken = (
  {
    to,
    customerId = '',
    startsAt,
  }: { readonly to: string; readonly customerId?: string | undefined; startsAt: string },
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string> =>
  createOneTimeLinkToken(
    { purpose: 'freed-hour', userId: toEmailAddressId(to), cause: `${customerId} ${startsAt}` },
    services,
  )
