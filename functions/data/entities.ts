import type { EntityConfiguration } from 'electrodb'
import { auditEntryEntity } from './audit-entry.ts'
import { clientAddressEntity } from './client-address.ts'
import { clientFileEntity, fileKeyEntity } from './client-file.ts'
import { agendaStepEntity, consultationEntity, orderToScheduleEntity } from './consultation.ts'
import { consentReceiptEntity } from './consent-receipt.ts'
import { customerEntity, customerImportEntity, removedCustomerEntity } from './customer.ts'
import { dataExportEntity } from './data-export.ts'
import { erasureEntity } from './erasure.ts'
import { guardianConsentEntity } from './guardian-consent.ts'
import { healthConsentEntity, healthErasureEntity } from './health-consent.ts'
import { invariantRunEntity } from './invariant-run.ts'
import { knownBrowserEntity } from './known-browser.ts'
import { loginLedgerEntity } from './login-ledger.ts'
import { mailEntity } from './mail.ts'
import { mfaFactorEntity, recoveryCodeEntity } from './mfa-factor.ts'
import { oneTimeLinkEntity } from './one-time-link.ts'
import { openOrderEntity, orderEntity } from './order.ts'
import { paymentEntity, receiptEntity } from './payment.ts'
import { securityEntities } from './security-entities.ts'
import { pendingSignUpEntity } from './pending-sign-up.ts'
import {
  questionnaireDraftEntity,
  questionnaireEntity,
  questionnaireVersionEntity,
  questionnaireVisitEntity,
} from './questionnaire.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { recordOpeningEntity } from './record-opening.ts'
import { searchLineEntity } from './search-line.ts'
import { signInSessionEntity } from './sign-in-session.ts'
import { stripeEventEntity } from './stripe-event.ts'
import {
  clientSupplementEntity,
  doseEntity,
  pastCourseEntity,
  supplementEntity,
  supplementReviewEntity,
  supplementTemplateEntity,
} from './supplement.ts'
import { suppressionEntity } from './suppression.ts'
import { tallyEntity } from './tally.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { userEntity } from './user.ts'
import { withdrawalEntity } from './withdrawal.ts'
import { visitTicketEntity } from './visit-ticket.ts'

/** Those of health and of the consent to its use. */
const healthEntitiesIn = (config: EntityConfiguration) => ({
  clientSupplements: clientSupplementEntity(config),
  doses: doseEntity(config),
  healthConsents: healthConsentEntity(config),
  healthErasures: healthErasureEntity(config),
  pastCourses: pastCourseEntity(config),
  questionnaireDrafts: questionnaireDraftEntity(config),
  questionnaireVersions: questionnaireVersionEntity(config),
  questionnaireVisits: questionnaireVisitEntity(config),
  questionnaires: questionnaireEntity(config),
  supplementReviews: supplementReviewEntity(config),
  supplementTemplates: supplementTemplateEntity(config),
  supplements: supplementEntity(config),
})

/** Every kind of item of the table, as one connection sees them. */
export const entitiesIn = (config: EntityConfiguration) => ({
  ...healthEntitiesIn(config),
  agendaSteps: agendaStepEntity(config),
  auditEntries: auditEntryEntity(config),
  clientAddresses: clientAddressEntity(config),
  clientFiles: clientFileEntity(config),
  consultations: consultationEntity(config),
  consentReceipts: consentReceiptEntity(config),
  customerImports: customerImportEntity(config),
  customers: customerEntity(config),
  dataExports: dataExportEntity(config),
  erasures: erasureEntity(config),
  fileKeys: fileKeyEntity(config),
  guardianConsents: guardianConsentEntity(config),
  invariantRuns: invariantRunEntity(config),
  knownBrowsers: knownBrowserEntity(config),
  loginLedgers: loginLedgerEntity(config),
  mails: mailEntity(config),
  mfaFactors: mfaFactorEntity(config),
  oneTimeLinks: oneTimeLinkEntity(config),
  openOrders: openOrderEntity(config),
  orders: orderEntity(config),
  ordersToSchedule: orderToScheduleEntity(config),
  payments: paymentEntity(config),
  pendingSignUps: pendingSignUpEntity(config),
  rateLimits: rateLimitEntity(config),
  receipts: receiptEntity(config),
  recoveryCodes: recoveryCodeEntity(config),
  recordOpenings: recordOpeningEntity(config),
  removedCustomers: removedCustomerEntity(config),
  searchLines: searchLineEntity(config),
  ...securityEntities(config),
  signInSessions: signInSessionEntity(config),
  stripeEvents: stripeEventEntity(config),
  suppressions: suppressionEntity(config),
  tallies: tallyEntity(config),
  termsAcceptances: termsAcceptanceEntity(config),
  users: userEntity(config),
  withdrawals: withdrawalEntity(config),
  visitTickets: visitTicketEntity(config),
})
export type Entities = ReturnType<typeof entitiesIn>
