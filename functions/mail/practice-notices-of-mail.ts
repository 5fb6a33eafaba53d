import type { PracticeNoticeKind } from '#contract/practice-notices'
import type { Database } from '#data/database'
import type { MailTemplateData } from '#data/mail'
import { findPracticeNoticesBetween } from '#data/practice-notice-queries'
import { findPresentCustomers } from '#data/present-customers'

export interface PracticeNoticeInMail {
  readonly kind: PracticeNoticeKind
  readonly name: string | undefined
  readonly customerId: string
  readonly startsAt: string | undefined
  readonly amountCents: number | undefined
  readonly toConfirm?: boolean | undefined
  readonly answerBy?: string | undefined
  readonly isRefunded?: boolean | undefined
}

/** Mailed at once, whatever an administrador has chosen: without an answer in time the money is lost. */
export const isMailedAlways = (kind: PracticeNoticeKind): boolean => kind.startsWith('dispute-')

export type PracticeNoticeMail = Extract<MailTemplateData, { kind: 'practice-notice' | 'practice-digest' }>

export async function findPracticeNoticesOfMail(
  content: PracticeNoticeMail,
  data: Database,
): Promise<readonly PracticeNoticeInMail[]> {
  const notices =
    content.kind === 'practice-digest'
      ? await findPracticeNoticesBetween(data, content)
      : [(await data.practiceNotices.get({ noticeId: content.noticeId }).go()).data].filter((found) => found !== null)
  const clients = await findPresentCustomers(
    notices.map(({ customerId }) => customerId),
    data,
  )
  return notices.map(({ kind, customerId, startsAt, amountCents, toConfirm, answerBy, isRefunded }) => {
    const client = clients.get(customerId)
    return {
      kind,
      customerId: client?.customerId ?? customerId,
      startsAt,
      amountCents,
      toConfirm,
      answerBy,
      isRefunded,
      name: client?.name,
    }
  })
}
