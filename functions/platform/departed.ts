import type { Data } from '#data/data'
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
  for (const { userId } of departed) {
    await services.data.together((writing) => [
      writing.users
        .patch({ userId })
        .set({ status: 'deleted' })
        .where(({ status }, { ne }) => ne(status, 'deleted'))
        .commit(),
      audited(writing, { action: 'USER_REMOVED', by: 'cognito', subjectId: userId }, services),
    ])
  }
}
