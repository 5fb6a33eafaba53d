import type { EntityConfiguration } from 'electrodb'
import { auditCheckEntity } from './audit-check.ts'
import { auditEntryEntity } from './audit-entry.ts'
import { auditMentionEntity } from './audit-mention.ts'
import { auditHealthKeyEntity, auditKeyEntity } from './audit-key.ts'
import { customerEmailEntity } from './customer-email.ts'
import { budgetAgreementEntity } from './budget-agreement.ts'
import { budgetEntity, budgetTemplateEntity } from './budget.ts'
import { carePathwayCorrectionsEntity } from './care-pathway-corrections.ts'
import { analysisEditionEntity, analysisEntity } from './analysis.ts'
import { checkInEntity } from './check-in.ts'
import { clientFileEntity, reservedFileKeyEntity } from './client-file.ts'
import { agendaFeedEntity } from './agenda-feed.ts'
import { agendaStepEntity, consultationEntity, orderToScheduleEntity } from './consultation.ts'
import { cookieConsentReceiptEntity } from './cookie-consent-receipt.ts'
import { customerListEntryEntity } from './customer-list-entry.ts'
import { customerEntity, customerImportEntity, removedCustomerEntity } from './customer.ts'
import { dataExportEntity } from './data-export.ts'
import { personErasureEntity } from './erasure.ts'
import { guardianConsentEntity } from './guardian-consent.ts'
import { healthConsentEventEntity, healthDataErasureEntity } from './health-consent.ts'
import { invariantRunEntity } from './invariant-run.ts'
import { jobCheckpointEntity } from './job-checkpoint.ts'
import type { EntityKind } from './key-prefixes.ts'
import { practiceNoticeEntity, practiceNoticeReaderEntity } from './practice-notice.ts'
import { knownBrowserEntity } from './known-browser.ts'
import { createLazyEntities } from './lazy-entities.ts'
import { signInAttemptsEntity } from './sign-in-attempts.ts'
import { outboxMailEntity } from './mail.ts'
import { messageEntity, messageThreadEntity, replyTemplateEntity } from './message.ts'
import { mfaFactorEntity, recoveryCodeEntity } from './mfa-factor.ts'
import { openingHoursEntity } from './opening-hours.ts'
import { oneTimeLinkEntity } from './one-time-link.ts'
import { uniqueOpenOrderEntity, orderEntity } from './order.ts'
import { disputeEntity } from './dispute.ts'
import { refundEntity } from './refund.ts'
import { paymentEntity, receiptEntity } from './payment.ts'
import { penetrationTestEntity, securityImprovementsEntity } from './security-entities.ts'
import { customerSearchPieceEntity, userSearchPieceEntity } from './search-piece.ts'
import { securitySettingsEntity } from './security-settings.ts'
import { pendingSignUpEntity } from './pending-sign-up.ts'
import {
  questionnaireDraftEntity,
  questionnaireEntity,
  questionnaireVersionEntity,
  questionnaireLastViewEntity,
} from './questionnaire.ts'
import { rateLimitEntity } from './rate-limit.ts'
import { recordOpeningThrottleEntity } from './record-opening-throttle.ts'
import { customerSearchLineEntity } from './customer-search-line.ts'
import { sessionNotesEditionEntity, sessionNotesEntity, sessionSummaryEntity } from './session-notes.ts'
import { signInSessionEntity } from './sign-in-session.ts'
import { slotHoldEntity, slotHoldLimitEntity } from './slot-hold.ts'
import { slotProposalEntity } from './slot-proposal.ts'
import { freedHourEntity, waitingListEntryEntity } from './waiting-list.ts'
import { stripeEventEntity } from './stripe-event.ts'
import {
  clientSupplementEntity,
  takenDoseEntity,
  pastDosingCourseEntity,
  catalogueSupplementEntity,
  pendingSupplementReviewEntity,
  protocolTemplateEntity,
  supplementTemplateEntity,
} from './supplement.ts'
import { alertSuppressionEntity } from './alert-suppression.ts'
import { practiceCounterEntity } from './practice-counter-entity.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { userEntity } from './user.ts'
import { contractWithdrawalEntity } from './contract-withdrawal.ts'
import { cognitoCallerTicketEntity } from './cognito-caller-ticket.ts'

const healthEntities = {
  analyses: analysisEntity,
  analysisEditions: analysisEditionEntity,
  checkIns: checkInEntity,
  clientSupplements: clientSupplementEntity,
  doses: takenDoseEntity,
  healthConsents: healthConsentEventEntity,
  healthErasures: healthDataErasureEntity,
  pastCourses: pastDosingCourseEntity,
  questionnaireDrafts: questionnaireDraftEntity,
  questionnaireVersions: questionnaireVersionEntity,
  questionnaireVisits: questionnaireLastViewEntity,
  questionnaires: questionnaireEntity,
  supplementReviews: pendingSupplementReviewEntity,
  protocolTemplates: protocolTemplateEntity,
  supplementTemplates: supplementTemplateEntity,
  supplements: catalogueSupplementEntity,
}

const makers = {
  ...healthEntities,
  agendaFeeds: agendaFeedEntity,
  agendaSteps: agendaStepEntity,
  auditChecks: auditCheckEntity,
  auditEntries: auditEntryEntity,
  auditMentions: auditMentionEntity,
  auditHealthKeys: auditHealthKeyEntity,
  auditKeys: auditKeyEntity,
  budgetAgreements: budgetAgreementEntity,
  budgets: budgetEntity,
  budgetTemplates: budgetTemplateEntity,
  carePathwayCorrections: carePathwayCorrectionsEntity,
  clientAddresses: customerEmailEntity,
  clientFiles: clientFileEntity,
  consultations: consultationEntity,
  consentReceipts: cookieConsentReceiptEntity,
  customerImports: customerImportEntity,
  customers: customerEntity,
  customerListEntries: customerListEntryEntity,
  dataExports: dataExportEntity,
  erasures: personErasureEntity,
  fileKeys: reservedFileKeyEntity,
  freedHours: freedHourEntity,
  guardianConsents: guardianConsentEntity,
  invariantRuns: invariantRunEntity,
  jobCheckpoints: jobCheckpointEntity,
  knownBrowsers: knownBrowserEntity,
  loginLedgers: signInAttemptsEntity,
  mails: outboxMailEntity,
  messages: messageEntity,
  messageThreads: messageThreadEntity,
  replyTemplates: replyTemplateEntity,
  mfaFactors: mfaFactorEntity,
  oneTimeLinks: oneTimeLinkEntity,
  openingHours: openingHoursEntity,
  openOrders: uniqueOpenOrderEntity,
  orders: orderEntity,
  ordersToSchedule: orderToScheduleEntity,
  payments: paymentEntity,
  penetrationTests: penetrationTestEntity,
  pendingSignUps: pendingSignUpEntity,
  practiceNoticeReaders: practiceNoticeReaderEntity,
  practiceNotices: practiceNoticeEntity,
  rateLimits: rateLimitEntity,
  receipts: receiptEntity,
  disputes: disputeEntity,
  refunds: refundEntity,
  recoveryCodes: recoveryCodeEntity,
  recordOpenings: recordOpeningThrottleEntity,
  removedCustomers: removedCustomerEntity,
  searchLines: customerSearchLineEntity,
  searchPieces: customerSearchPieceEntity,
  securityImprovements: securityImprovementsEntity,
  securitySettings: securitySettingsEntity,
  sessionNotes: sessionNotesEntity,
  sessionNotesEditions: sessionNotesEditionEntity,
  sessionSummaries: sessionSummaryEntity,
  signInSessions: signInSessionEntity,
  slotHoldLimits: slotHoldLimitEntity,
  slotHolds: slotHoldEntity,
  slotProposals: slotProposalEntity,
  stripeEvents: stripeEventEntity,
  suppressions: alertSuppressionEntity,
  counters: practiceCounterEntity,
  termsAcceptances: termsAcceptanceEntity,
  users: userEntity,
  userSearchPieces: userSearchPieceEntity,
  waitingListEntries: waitingListEntryEntity,
  withdrawals: contractWithdrawalEntity,
  visitTickets: cognitoCallerTicketEntity,
} satisfies Readonly<Record<EntityKind, unknown>>

type Makers = typeof makers

export type TableEntities = { readonly [Name in EntityKind]: ReturnType<Makers[Name]> }

export const createTableEntities = (config: EntityConfiguration): TableEntities =>
  Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(config)])) as TableEntities

export const createLazyTableEntities = (config: EntityConfiguration): TableEntities =>
  createLazyEntities(makers, config) as TableEntities
