import type { account } from '#contract/account'
import { userByEmail } from '#data/queries'
import { audited } from '#platform/audit'
import { queued } from '#platform/outbox'
import { hasTryLeft, type Limit, takeTry } from '#platform/rate-limit'
import type { Action } from '#platform/serve'

const BY_CALLER: Limit = { name: 'existing-owner-by-caller', tries: 10, minutes: 60 }
const BY_OWNER: Limit = { name: 'existing-owner', tries: 2, minutes: 60 }

/** The same answer whether the address has an account or not, and whether its owner has had enough mails or not. */
export const mailExistingOwner: Action<typeof account.mailExistingOwner> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  await takeTry(data, BY_CALLER, actor.address, wallClock())
  const owner = await userByEmail(data, body.email)
  if (!owner || !(await hasTryLeft(data, BY_OWNER, owner.userId, wallClock()))) return { accepted: true }

  await data.together((writing) => [
    queued(
      writing,
      {
        to: owner.email,
        customerId: owner.customerId,
        content: { kind: 'existing-owner', name: owner.firstName, ...(body.product && { product: body.product }) },
      },
      services,
    ),
    audited(
      writing,
      { action: 'EXISTING_OWNER_MAILED', by: 'visitor', subjectId: owner.userId, caller: actor },
      services,
    ),
  ])
  return { accepted: true }
}
