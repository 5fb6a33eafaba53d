import type { EntityKind } from '#data/key-prefixes'

/**
 * Erasure of attributes that name a person. Items of a person are found by their keys (data-subject.ts); other
 * attributes contain ids, addresses or names.
 * - `owner`: the item's owner, by another of their ids or their address. Removed with the item.
 * - `pseudonym`: replaced by erase-audit-entries.ts, which finds entries by their subject and by `auditMentions`.
 * - `lists`: removed by erase-customer.ts from the agenda and the search, by erase-audit-entries.ts from its list.
 * - `archive`: archive-withdrawals.ts finds the item by the address and moves it.
 * - `expires`: removed by its date, within a day of the last use.
 * - `stays`: removed with its owner, who is somebody else; or an administrador's id, which leads to nobody once the
 * account is gone; or a minor's guardian, who is part of the evidence about the minor.
 */
type Fate = 'owner' | 'pseudonym' | 'lists' | 'archive' | 'expires' | 'stays'

const ofRecord = { email: 'owner', formerCustomerIds: 'owner', userId: 'owner' } as const

export const personAttributeErasureRules: Readonly<Partial<Record<EntityKind, Readonly<Record<string, Fate>>>>> = {
  agendaFeeds: { createdBy: 'stays' },
  agendaSteps: { holders: 'lists', pauses: 'lists' },
  auditEntries: { details: 'pseudonym', subjectId: 'pseudonym', userId: 'pseudonym' },
  auditMentions: { named: 'lists' },
  clientAddresses: { email: 'owner' },
  clientFiles: { uploadedBy: 'stays' },
  budgets: { content: 'owner' },
  budgetAgreements: { userId: 'owner', endedBy: 'stays' },
  customerImports: { basisBy: 'stays' },
  customers: ofRecord,
  analyses: { savedBy: 'stays' },
  analysisEditions: { publishedBy: 'stays' },
  dataExports: { userId: 'owner' },
  erasures: { ...ofRecord, emails: 'owner', formerUserIds: 'owner' },
  guardianConsents: { earlier: 'stays', email: 'stays', name: 'stays', signedName: 'stays', userId: 'owner' },
  healthConsents: { signedName: 'stays', userId: 'stays' },
  mails: { content: 'stays', to: 'stays' },
  messages: { sentBy: 'stays' },
  openingHours: { changedBy: 'stays' },
  orders: { userId: 'owner' },
  pendingSignUps: { email: 'owner', sub: 'owner' },
  penetrationTests: { recordedBy: 'stays' },
  questionnaireVersions: { savedBy: 'owner' },
  questionnaireVisits: { userId: 'stays' },
  questionnaires: { savedBy: 'owner' },
  recordOpenings: { userId: 'expires' },
  removedCustomers: ofRecord,
  receipts: { customerId: 'owner' },
  refunds: { requestedBy: 'stays' },
  searchLines: { customerId: 'lists', indexed: 'lists', text: 'lists' },
  searchPieces: { piece: 'lists', place: 'lists', text: 'lists' },
  securitySettings: { changedBy: 'stays' },
  sessionNotes: { savedBy: 'stays' },
  sessionNotesEditions: { savedBy: 'stays' },
  sessionSummaries: { sharedBy: 'stays' },
  suppressions: { suppressedBy: 'stays' },
  userSearchPieces: { piece: 'lists', place: 'lists', text: 'lists' },
  users: { customerId: 'owner', email: 'owner', formerUserIds: 'owner', searchTexts: 'owner', sub: 'owner' },
  visitTickets: { attempt: 'expires', redeemed: 'expires', trust: 'expires' },
  withdrawals: { comment: 'archive', email: 'archive', name: 'archive' },
}
