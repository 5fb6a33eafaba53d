import type { EntityConfiguration } from 'electrodb'
import { auditEntryEntity } from './audit-entry.ts'
import { clientFileEntity, fileKeyEntity } from './client-file.ts'
import { agendaStepEntity, consultationEntity, orderToScheduleEntity } from './consultation.ts'
import { consentReceiptEntity } from './consent-receipt.ts'
import { customerEntity, customerImportEntity, removedCustomerEntity } from './customer.ts'
import { dataExportEntity } from './data-export.ts'
import { erasureEntity } from './erasure.ts'
import { guardianConsentEntity } from './guardian-consent.ts'
import { loginLedgerEntity } from './login-ledger.ts'
import { mailEntity } from './mail.ts'
import { mfaFactorEntity, recoveryCodeEntity } from './mfa-factor.ts'
import { oneTimeLinkEntity } from './one-time-link.ts'
import { openOrderEntity, orderEntity } from './order.ts'
import { paymentEntity, receiptEntity } from './payment.ts'
import {
  questionnaireDraftEntity,
  questionnaireEntity,
  questionnaireVersionEntity,
  questionnaireVisitEntity,
} from './questionnaire.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { searchLineEntity } from './search-line.ts'
import { signInSessionEntity } from './sign-in-session.ts'
import { stripeEventEntity } from './stripe-event.ts'
import { clientSupplementEntity, doseEntity, supplementEntity, supplementTemplateEntity } from './supplement.ts'
import { tallyEntity } from './tally.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { userEntity } from './user.ts'
import { withdrawalEntity } from './withdrawal.ts'
import { visitTicketEntity } from './visit-ticket.ts'

/** Every kind of item of the table, as one connection sees them. */
export const entitiesIn = (config: EntityConfiguration) => ({
  agendaSteps: agendaStepEntity(config),
  auditEntries: auditEntryEntity(config),
  clientFiles: clientFileEntity(config),
  clientSupplements: clientSupplementEntity(config),
  consultations: consultationEntity(config),
  consentReceipts: consentReceiptEntity(config),
  customerImports: customerImportEntity(config),
  customers: customerEntity(config),
  dataExports: dataExportEntity(config),
  doses: doseEntity(config),
  erasures: erasureEntity(config),
  fileKeys: fileKeyEntity(config),
  guardianConsents: guardianConsentEntity(config),
  loginLedgers: loginLedgerEntity(config),
  mails: mailEntity(config),
  mfaFactors: mfaFactorEntity(config),
  oneTimeLinks: oneTimeLinkEntity(config),
  openOrders: openOrderEntity(config),
  orders: orderEntity(config),
  ordersToSchedule: orderToScheduleEntity(config),
  payments: paymentEntity(config),
  questionnaireDrafts: questionnaireDraftEntity(config),
  questionnaireVersions: questionnaireVersionEntity(config),
  questionnaireVisits: questionnaireVisitEntity(config),
  questionnaires: questionnaireEntity(config),
  rateLimits: rateLimitEntity(config),
  receipts: receiptEntity(config),
  recoveryCodes: recoveryCodeEntity(config),
  removedCustomers: removedCustomerEntity(config),
  searchLines: searchLineEntity(config),
  signInSessions: signInSessionEntity(config),
  stripeEvents: stripeEventEntity(config),
  supplementTemplates: supplementTemplateEntity(config),
  supplements: supplementEntity(config),
  tallies: tallyEntity(config),
  termsAcceptances: termsAcceptanceEntity(config),
  users: userEntity(config),
  withdrawals: withdrawalEntity(config),
  visitTickets: visitTicketEntity(config),
})
export type Entities = ReturnType<typeof entitiesIn>
