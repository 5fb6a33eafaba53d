import { userByEmail } from '#data/queries'
import { mayMailAddress } from './public/address-mails.ts'
import { appendAudit } from '#platform/audit'
import type { Caller } from '#platform/http'
import { queueMail } from '#platform/outbox'
import { hasAttemptLeft, type RateLimit } from '#platform/rate-limit'
import type { Services } from '#platform/services'

const BY_OWNER: RateLimit = { name: 'existing-owner', tries: 2, minutes: 60 }

interface AttemptedSignUp {
  readonly email: string
  readonly product?: 'primera-consulta' | undefined
}

export async function mailExistingOwner(
  { email, product }: AttemptedSignUp,
  actor: Caller,
  services: Services,
): Promise<void> {
  const { data, wallClock } = services
  const owner = await userByEmail(data, email)
  if (!owner || !(await hasAttemptLeft(data, BY_OWNER, owner.userId, wallClock()))) return
  if (!(await mayMailAddress(email, services))) return

  await data.transact((entities) => ({
    mail: queueMail(
      entities,
      {
        to: owner.email,
        customerId: owner.customerId,
        content: { kind: 'existing-owner', name: owner.firstName, ...(product && { product }) },
      },
      services,
    ),
    audit: appendAudit(
      entities,
      { action: 'EXISTING_OWNER_MAILED', by: 'visitor', subjectId: owner.userId, caller: actor },
      services,
    ),
  }))
}
