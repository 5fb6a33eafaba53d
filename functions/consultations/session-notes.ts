import type { EntityItem } from 'electrodb'
import type { consultations } from '#contract/consultations-domain'
import {
  SESSION_NOTES_EDITION_MINUTES,
  SessionNotes,
  SessionNotesEdition,
  sessionNotesFields,
} from '#contract/session-notes'
import { checkCustomerExists } from '#data/customer-check'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { findSessionNotes, findSessionNotesEditions } from '#data/session-note-queries'
import { findChangedFieldKeys, toReply, toStoredRecord } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { findUserNames } from '#data/user-names'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { requireConsultation } from './stored-consultation.ts'

type StoredNotes = EntityItem<TableEntities['sessionNotes']>
type StoredEdition = EntityItem<TableEntities['sessionNotesEditions']>

export const readSessionNotes: EndpointAction<typeof consultations.readNotes> = async ({ params }, { data }) => {
  await Promise.all([requireCustomer(params.customerId, data), requireConsultation(data, params)])
  const [{ data: stored }, { data: shared }] = await Promise.all([
    data.sessionNotes.get(params).go(),
    data.sessionSummaries.get(params).go(),
  ])
  const [notes = null] = stored ? await withAuthors([stored], data) : []
  return { notes: notes && toNotes(notes), shared: shared && { text: shared.text, sharedAt: shared.sharedAt } }
}

export const listCustomerSessionNotes: EndpointAction<typeof consultations.listNotesOfCustomer> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findSessionNotes(data, params.customerId, query)
  return { items: (await withAuthors(items, data)).map(toNotes), next }
}

export const listSessionNoteEditions: EndpointAction<typeof consultations.listNoteEditions> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  const { items, next } = await findSessionNotesEditions(data, params, query)
  const named = await withAuthors<StoredEdition>(items, data)
  return { items: named.map((each) => toReply(SessionNotesEdition, each)), next }
}

export const saveSessionNotes: EndpointAction<typeof consultations.saveNotes> = async (
  { actor, params, body: { version, ...entered } },
  services,
) => {
  const { data, now } = services
  const [, consultation, { data: stored }] = await Promise.all([
    requireCustomer(params.customerId, data),
    requireConsultation(data, params),
    data.sessionNotes.get(params).go(),
  ])
  const isSaved = stored && findChangedFieldKeys(sessionNotesFields, stored, entered).length === 0
  if (isSaved && (stored.version === version || stored.version === version + 1)) return replyWith(stored, data)
  requireCurrentVersion(stored ?? undefined, version)

  const written = {
    ...params,
    ...toStoredRecord(sessionNotesFields, entered),
    savedAt: now().toISOString(),
    savedBy: actor.userId,
  }
  const edition = toEdition(stored, written)
  const { startsAt, type } = consultation
  const notes = { ...written, ...edition, startsAt, type, version: version + 1 }
  const outcome = await data.transact((entities) => ({
    customer: checkCustomerExists(entities, params.customerId),
    // `put`, so that removed fields are gone.
    sessionNotes: entities.sessionNotes
      .put(notes)
      .where((saved, operations) => createUnchangedCondition(saved.version, version, operations))
      .commit(),
    sessionNotesEdition: entities.sessionNotesEditions.put({ ...written, edition: edition.edition }).commit(),
    audit:
      edition.edition !== stored?.edition &&
      appendAuditEntry(
        entities,
        {
          action: 'SESSION_NOTES_SAVED',
          by: actor.userId,
          subjectId: params.customerId,
          caller: actor,
          details: { consultationId: params.consultationId, edition: edition.edition },
        },
        services,
      ),
  }))
  requireTransactionWritten(outcome, { customer: 'not-found' })
  return replyWith(notes, data)
}

function toEdition(
  stored: StoredNotes | null,
  { savedAt, savedBy }: Pick<StoredNotes, 'savedAt' | 'savedBy'>,
): Pick<StoredNotes, 'edition' | 'editionBegunAt'> {
  if (!stored) return { edition: 1, editionBegunAt: savedAt }
  const { edition, editionBegunAt } = stored
  const minutes = (Date.parse(savedAt) - Date.parse(editionBegunAt)) / 60_000
  return stored.savedBy === savedBy && minutes < SESSION_NOTES_EDITION_MINUTES
    ? { edition, editionBegunAt }
    : { edition: edition + 1, editionBegunAt: savedAt }
}

type Named<Item> = Omit<Item, 'savedBy'> & { readonly savedBy?: string }

const toNotes = (notes: Named<StoredNotes>) => toReply(SessionNotes, notes)

async function replyWith(stored: StoredNotes, data: Database) {
  const [named] = await withAuthors([stored], data)
  return toNotes(named ?? stored)
}

async function withAuthors<Item extends { readonly savedBy: string }>(
  items: readonly Item[],
  data: Database,
): Promise<readonly Named<Item>[]> {
  const names = await findUserNames(
    data,
    items.map(({ savedBy }) => savedBy),
  )
  return items.map(({ savedBy, ...item }) => {
    const name = names.get(savedBy)
    return { ...item, ...(name && { savedBy: name }) }
  })
}
