import type { Data } from '#data/data'
import { tallied } from '#data/tallied'
import { audited } from './audit.ts'

interface SettlingServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

/**
 * Closes what is left of accounts that had this address before. Cognito lets one account have an address, so once
 * somebody has proven it for theirs, any other is gone there: its owner deleted it, where nobody tells us.
 */
export async function closeDeparted(
  { email, userId: living }: { readonly email: string; readonly userId: string },
  services: SettlingServices,
): Promise<void> {
  const { data: found } = await services.data.users.query.byEmail({ email }).go({ pages: 'all' })
  const departed = found.filter(({ userId, status }) => userId !== living && status !== 'deleted')
  for (const { userId, status: last } of departed) {
    await services.data.together((writing) => [
      writing.users
        .patch({ userId })
        .set({ status: 'deleted' })
        .where(({ status }, { eq }) => eq(status, last))
        .commit(),
      ...(last === 'active' ? [tallied(writing, { users: -1 }, services)] : []),
      audited(writing, { action: 'USER_REMOVED', by: 'cognito', subjectId: userId }, services),
    ])
  }
}
