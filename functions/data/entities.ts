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
import type { Kind } from './key-prefixes.ts'
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
import { counterEntity } from './counter-item.ts'
import { recogniseKeys } from './table-scope.ts'
import { termsAcceptanceEntity } from './terms-acceptance.ts'
import { userEntity } from './user.ts'
import { withdrawalEntity } from './withdrawal.ts'
import { visitTicketEntity } from './visit-ticket.ts'

const healthEntities = {
  clientSupplements: clientSupplementEntity,
  doses: doseEntity,
  healthConsents: healthConsentEntity,
  healthErasures: healthErasureEntity,
  pastCourses: pastCourseEntity,
  questionnaireDrafts: questionnaireDraftEntity,
  questionnaireVersions: questionnaireVersionEntity,
  questionnaireVisits: questionnaireVisitEntity,
  questionnaires: questionnaireEntity,
  supplementReviews: supplementReviewEntity,
  supplementTemplates: supplementTemplateEntity,
  supplements: supplementEntity,
}

const makers = {
  ...healthEntities,
  agendaSteps: agendaStepEntity,
  auditEntries: auditEntryEntity,
  clientAddresses: clientAddressEntity,
  clientFiles: clientFileEntity,
  consultations: consultationEntity,
  consentReceipts: consentReceiptEntity,
  customerImports: customerImportEntity,
  customers: customerEntity,
  dataExports: dataExportEntity,
  erasures: erasureEntity,
  fileKeys: fileKeyEntity,
  guardianConsents: guardianConsentEntity,
  invariantRuns: invariantRunEntity,
  knownBrowsers: knownBrowserEntity,
  loginLedgers: loginLedgerEntity,
  mails: mailEntity,
  mfaFactors: mfaFactorEntity,
  oneTimeLinks: oneTimeLinkEntity,
  openOrders: openOrderEntity,
  orders: orderEntity,
  ordersToSchedule: orderToScheduleEntity,
  payments: paymentEntity,
  pendingSignUps: pendingSignUpEntity,
  rateLimits: rateLimitEntity,
  receipts: receiptEntity,
  recoveryCodes: recoveryCodeEntity,
  recordOpenings: recordOpeningEntity,
  removedCustomers: removedCustomerEntity,
  searchLines: searchLineEntity,
  ...securityEntities,
  signInSessions: signInSessionEntity,
  stripeEvents: stripeEventEntity,
  suppressions: suppressionEntity,
  counters: counterEntity,
  termsAcceptances: termsAcceptanceEntity,
  users: userEntity,
  withdrawals: withdrawalEntity,
  visitTickets: visitTicketEntity,
} satisfies Readonly<Record<Kind, unknown>>

type Makers = typeof makers

export type Entities = { readonly [Name in Kind]: ReturnType<Makers[Name]> }

export const entitiesIn = (config: EntityConfiguration): Entities =>
  Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(config)])) as Entities

/** Creates each entity on first use: creating all takes 50 ms of every cold start. */
export function lazyEntitiesIn(config: EntityConfiguration): Entities {
  const entities = {} as Entities
  for (const name of Object.keys(makers) as Kind[]) {
    const get = () => {
      const value = makers[name](config)
      recogniseKeys(name, value.schema.model)
      Object.defineProperty(entities, name, { value })
      return value
    }
    Object.defineProperty(entities, name, { get, enumerable: true, configurable: true })
  }
  return entities
}
