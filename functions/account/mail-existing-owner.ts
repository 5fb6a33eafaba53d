import { findUserByEmail } from '#data/user-queries'
import { consumeAddressMailLimit } from './public/address-mails.ts'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { queueMail } from '#platform/outbox'
import { tryConsumeRateLimit, type RateLimit } from '#platform/rate-limit'
import type { ActionServices } from '#platform/services'

const BY_OWNER: RateLimit = { name: 'existing-owner', tries: 2, minutes: 60 }

interface AttemptedSignUp {
  readonly email: string
  readonly product?: 'primera-consulta' | undefined
}

export async function mailExistingAccountOwner(
  { email, product }: AttemptedSignUp,
  actor: CallerDetails,
  services: ActionServices,
): Promise<void> {
  const { data, wallClock } = services
  const owner = await findUserByEmail(data, email)
  if (!owner || !(await tryConsumeRateLimit(data, BY_OWNER, owner.userId, wallClock()))) return
  if (!(await consumeAddressMailLimit(email, services))) return

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
    audit: appendAuditEntry(
      entities,
      { action: 'EXISTING_OWNER_MAILED', by: 'visitor', subjectId: owner.userId, caller: actor },
      services,
    ),
  }))
}
