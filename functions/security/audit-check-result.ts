import { AuditCheck } from '#contract/audit-check'
import type { security } from '#contract/security'
import { auditCheckItemKey } from '#data/audit-check'
import { toReply } from '#data/stored-record'
import type { EndpointAction } from '#platform/serve'

export const readAuditCheck: EndpointAction<typeof security.auditCheck> = async (_, { data }) => {
  const { data: found } = await data.auditChecks.get(auditCheckItemKey).go()
  return { check: found ? toReply(AuditCheck, found) : null }
}
