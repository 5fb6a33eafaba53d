import type { EntityKind } from '#data/key-prefixes'

/**
 * What becomes of an attribute that names somebody when they are erased. Items are found by whose they are (data-subject.ts);
 * besides that they name people by an id, an address or a name.
 *
 * - `owner`: whose item it is, under another of their ids or their address. It goes with the item.
 * - `pseudonym`: erase-audit-entries.ts finds the entries by whom they are about and by `auditMentions`, and puts a pseudonym
 *   there.
 * - `lists`: erase-customer.ts takes them out of the agenda and the search, erase-audit-entries.ts out of its list.
 * - `archive`: archive-withdrawals.ts looks for their address and moves what has it.
 * - `expires`: it is removed by its date, within a day of the last use.
 * - `stays`: it goes with its owner, who is somebody else, or is the practice's: who of the practice did something, whose
 *   id leads to nobody once the account is gone, and a minor's guardian, who is part of what the minor is kept by.
 */
type Fate = 'owner' | 'pseudonym' | 'lists' | 'archive' | 'expires' | 'stays'

const ofRecord = { email: 'owner', formerCustomerIds: 'owner', userId: 'owner' } as const

/** Every attribute that names a person and is not the key by which its item is found as theirs. */
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
