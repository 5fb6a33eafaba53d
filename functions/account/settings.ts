import type { account } from '#contract/account-domain'
import type { AccountSettings, ChangeAccountSettings } from '#contract/account-settings'
import { personNameFields } from '#contract/person-name'
import { getFieldValueSchemas } from '#contract/record-fields'
import { hasReachedAge } from '#contract/sign-up'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { putCustomerSearchLine } from '#data/customer-search-index'
import type { Database } from '#data/database'
import { getEmptyFieldKeys, toReply, toStoredRecord } from '#data/stored-record'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { createUserSearchFollowUp } from '#data/user-search-index'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { isMinor } from './public/guardian.ts'
import { toPracticeDay } from '#contract/calendar-days'
import { consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { StoredUser } from '#platform/user'
import type { AccountServices } from './services.ts'

export const readAccountSettings: EndpointAction<typeof account.readSettings, AccountServices> = (
  { actor },
  services,
) => loadAccountSettings(actor, services)

export const changeAccountSettings: EndpointAction<typeof account.changeSettings, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { version, notifications, language } = body
  const before = await loadAccountSettings(actor, services)
  const { data: record } = await services.data.customers.get({ customerId: requireOwnCustomerId(actor) }).go()
  if (!record) return throwRefusal('profile-missing')
  const name = `${body.firstName} ${body.lastName}`
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId: actor.userId })
      .set({ ...toStoredRecord(personNameFields, body), notifications, language, settingsVersion: version + 1 })
      .remove(getEmptyFieldKeys(personNameFields, body))
      .where(({ settingsVersion }, operations) => createUnchangedCondition(settingsVersion, version, operations))
      .commit(),
    customer: entities.customers
      .patch({ customerId: record.customerId })
      .set({ name, version: record.version + 1 })
      .where((present, operations) => createUnchangedCondition(present.version, record.version, operations))
      .commit(),
    searchLine: putCustomerSearchLine(entities, { ...record, name }),
    search: createUserSearchFollowUp(actor.userId),
    audit: appendAuditEntry(
      entities,
      {
        action: 'SETTINGS_CHANGED',
        by: actor.userId,
        subjectId: actor.userId,
        details: changesIn(before, body),
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return loadAccountSettings(actor, services)
}

/**
 * Notification choices are audited with their value, because consent to marketing must be provable; a name only as
 * changed.
 */
const changesIn = (before: AccountSettings, { firstName, lastName, notifications }: ChangeAccountSettings) => ({
  name: firstName !== before.firstName || lastName !== before.lastName,
  notifications,
})

const TIME_ZONES = { name: 'time-zones', tries: 20, minutes: 24 * 60 } as const

export const saveOwnTimeZone: EndpointAction<typeof account.saveTimeZone, AccountServices> = async (
  { actor, body: { timeZone } },
  services,
) => {
  const { userId } = actor
  const { data: user } = await services.data.users.get({ userId }).go()
  if (!user) return throwRefusal('profile-missing')
  if (user.timeZone === timeZone) return { timeZone }
  await consumeRateLimit(services.data, TIME_ZONES, userId, services.now())
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ timeZone })
      .where(({ email }, { exists }) => exists(email))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'TIME_ZONE_CHANGED', by: userId, subjectId: userId, details: { timeZone }, caller: actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { timeZone }
}

export const saveOwnBirthDate: EndpointAction<typeof account.giveBirthDate, AccountServices> = async (
  { actor, body: { birthDate } },
  services,
) => {
  const { userId } = actor
  if (!hasReachedAge(birthDate, MIN_ACCOUNT_AGE_YEARS, toPracticeDay(services.now()))) throwRefusal('too-young')
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ birthDate })
      .where((user, { notExists }) => notExists(user.birthDate))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'BIRTH_DATE_GIVEN', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? loadAccountSettings(actor, services) : throwRefusal('birth-date-known')
}

export async function loadAccountSettings(actor: Actor, { data, now }: AccountServices): Promise<AccountSettings> {
  const { data: user } = await data.users.get({ userId: actor.userId }).go()
  if (!user) return throwRefusal('profile-missing')
  const { email, birthDate = null, language = 'es', settingsVersion: version = 0 } = user
  return {
    ...toReply({ shape: getFieldValueSchemas(personNameFields) }, user),
    email,
    birthDate,
    language,
    version,
    notifications: await noticesOf(user, data),
    guardian: await guardianOf(user, requireOwnCustomerId(actor), { data, now }),
  }
}

async function noticesOf(
  { userId, notifications = {} }: StoredUser,
  data: Database,
): Promise<AccountSettings['notifications']> {
  const { consultations = true, reminders = true, files = true, supplements = true, messages = true } = notifications
  const marketing = notifications.marketing ?? (await optedIn(userId, data))
  return { consultations, reminders, files, supplements, messages, marketing }
}

async function optedIn(userId: string, data: Database): Promise<boolean> {
  const { data: accepted } = await data.termsAcceptances.query.byUser({ userId }).go({ pages: 'all' })
  return accepted.toSorted((a, b) => a.acceptedAt.localeCompare(b.acceptedAt)).at(-1)?.marketingOptIn ?? false
}

async function guardianOf(user: StoredUser, customerId: string, { data, now }: Pick<AccountServices, 'data' | 'now'>) {
  // Adults decide alone, also about a guardian's earlier consents.
  if (!isMinor(user, now())) return { state: 'not-needed', email: null } as const
  if (user.guardianConsentAt) return { state: 'given', email: null } as const
  const { data: asked } = await data.guardianConsents.get({ customerId }).go()
  return asked ? ({ state: 'asked', email: asked.email } as const) : ({ state: 'needed', email: null } as const)
}
