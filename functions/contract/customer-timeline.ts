import * as z from 'zod/mini'
import { type AuditAction, auditActions } from './audit.ts'
import { AuditedValueChange } from './audited-value-change.ts'
import { IsoInstant } from './value-schemas.ts'

export const timelineKinds = ['consultations', 'protocol', 'files', 'questionnaire', 'messages', 'payments'] as const
export type TimelineKind = (typeof timelineKinds)[number]

const actionsByKind: Readonly<Record<TimelineKind, readonly AuditAction[]>> = {
  consultations: auditActions.filter((action) =>
    /^(CONSULTATION|SESSION_(NOTES|SUMMARY)|ATTENDANCE|SLOT_PROPOSAL|PAID_HOUR|BUDGET_HOUR|EARLY_START|FREED_HOUR|WAITING_LIST)/.test(
      action,
    ),
  ),
  protocol: auditActions.filter((action) => /^SUPPLEMENT_(ADDED|CHANGED|FINISHED|REMOVED|REOPENED)$/.test(action)),
  files: auditActions.filter((action) => /^(FILE|ANALYSIS)_/.test(action)),
  questionnaire: ['QUESTIONNAIRE_SAVED', 'CHECK_IN_SAVED'],
  messages: ['MESSAGE_SENT', 'QUESTION_CLOSED'],
  payments: auditActions.filter((action) =>
    /^(ORDER|PAYMENT|REFUND|DISPUTE|WITHDRAWAL|BUDGET(?!_TEMPLATE|_HOUR))_/.test(action),
  ),
}

export const listTimelineActions = (kind: TimelineKind): readonly AuditAction[] => actionsByKind[kind]

/** Sign-ins and mails: left out unless requested, because they outnumber everything else. */
export const accessAuditActions: readonly AuditAction[] = auditActions.filter((action) =>
  /^(LOGIN|MFA|RECOVERY_CODE|PASSWORD|SESSIONS?_(STARTED|ENDED)|SIGN_IN|GOOGLE|EXISTING_OWNER|EMAIL_CHANGE|SETTINGS|TIME_ZONE|REACTIVATION_MAILED|CLIENT_NOTIFIED|MAIL_)/.test(
    action,
  ),
)

export const CustomerTimelineEntry = z.object({
  auditId: z.string(),
  at: IsoInstant,
  action: z.enum(auditActions),
  by: z.nullable(z.string()),
  values: z._default(z.array(AuditedValueChange), []),
})
export type CustomerTimelineEntry = z.infer<typeof CustomerTimelineEntry>
