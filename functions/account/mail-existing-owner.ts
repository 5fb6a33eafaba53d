import { userByEmail } from '#data/queries'
import { mayMailAddress } from '#platform/address-mails'
import { audited } from '#platform/audit'
import type { Caller } from '#platform/http'
import { queued } from '#platform/outbox'
import { hasTryLeft, type Limit } from '#platform/rate-limit'
import type { Services } from '#platform/services'

const BY_OWNER: Limit = { name: 'existing-owner', tries: 2, minutes: 60 }

interface Attempted {
  readonly email: string
  readonly product?: 'primera-consulta' | undefined
}

/** Tells the owner of an account, if there is one, that somebody wanted to make one with its address. */
export async function mailOwner({ email, product }: Attempted, actor: Caller, services: Services): Promise<void> {
  const { data, wallClock } = services
  const owner = await userByEmail(data, email)
  if (!owner || !(await hasTryLeft(data, BY_OWNER, owner.userId, wallClock()))) return
  if (!(await mayMailAddress(email, services))) return

  await data.transact((entities) => ({
    mail: queued(
      entities,
      {
        to: owner.email,
        customerId: owner.customerId,
        content: { kind: 'existing-owner', name: owner.firstName, ...(product && { product }) },
      },
      services,
    ),
    audit: audited(
      entities,
      { action: 'EXISTING_OWNER_MAILED', by: 'visitor', subjectId: owner.userId, caller: actor },
      services,
    ),
  }))
}
