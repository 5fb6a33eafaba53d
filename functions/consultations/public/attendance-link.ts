import type { Database } from '#data/database'
import type { MailConsultationDetails } from '#data/mail'
import { toEmailAddressId } from '#platform/email-address-id'
import { createOneTimeLinkToken } from '#platform/one-time-link'

interface LinkedConsultation {
  readonly customerId: string
  readonly consultationId: string
  readonly startsAt: string
}

const toCause = ({ customerId, consultationId, startsAt }: LinkedConsultation): string =>
  [customerId, consultationId, startsAt].join(' ')

export function parseAttendanceCause(cause: string): LinkedConsultation {
  const [customerId = '', consultationId = '', startsAt = ''] = cause.split(' ')
  return { customerId, consultationId, startsAt }
}

/** Owned by the account, or by the address of a client without one, so that an erasure finds it. */
export async function createAttendanceToken(
  {
    to,
    customerId = '',
    consultation: { consultationId, startsAt },
  }: {
    readonly to: string
    readonly customerId?: string | undefined
    readonly consultation: MailConsultationDetails
  },
  services: { readonly data: Database; readonly now: () => Date },
): Promise<string> {
  const { data: customer } = await services.data.customers.get({ customerId }).go()
  const cause = toCause({ customerId, consultationId, startsAt })
  return createOneTimeLinkToken(
    { purpose: 'attendance', userId: customer?.userId ?? toEmailAddressId(to), cause },
    services,
  )
}
