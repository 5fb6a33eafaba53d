import type { account } from '#contract/account'
import { type AccountSettings, type ChangeSettings, personFields } from '#contract/account-settings'
import { valuesOf } from '#contract/record'
import { hasAge, MINIMUM_AGE } from '#contract/sign-up'
import { putSearchLine } from '#data/customer-search'
import type { Data } from '#data/data'
import { emptyKeys, toReply, toStored } from '#data/record'
import { unchanged } from '#data/unchanged'
import { type Actor, ownCustomerId } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { requireWritten } from '#platform/conflict'
import { isMinorWithoutConsent } from './public/guardian.ts'
import { dayOf } from '#contract/days'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { User } from '#platform/user'
import type { AccountServices } from './services.ts'

export const readSettings: Action<typeof account.readSettings, AccountServices> = ({ actor }, services) =>
  settingsOf(actor, services)

export const changeSettings: Action<typeof account.changeSettings, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { version, notifications, language } = body
  const before = await settingsOf(actor, services)
  const { data: file } = await services.data.customers
    .get({ customerId: ownCustomerId(actor) })
    .go({ consistent: true })
  if (!file) return refuse('profile-missing')
  const name = `${body.firstName} ${body.lastName}`
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId: actor.userId })
      .set({ ...toStored(personFields, body), notifications, language, settingsVersion: version + 1 })
      .remove(emptyKeys(personFields, body))
      .where(({ settingsVersion }, operations) => unchanged(settingsVersion, version, operations))
      .commit(),
    customer: entities.customers
      .patch({ customerId: file.customerId })
      .set({ name, version: file.version + 1 })
      .where((present, operations) => unchanged(present.version, file.version, operations))
      .commit(),
    searchLine: putSearchLine(entities, { ...file, name }),
    audit: appendAudit(
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
  requireWritten(outcome)
  return settingsOf(actor, services)
}

/**
 * Notification choices are audited with their value, because consent to marketing must be provable; a name only as
 * changed.
 */
const changesIn = (before: AccountSettings, { firstName, lastName, notifications }: ChangeSettings) => ({
  name: firstName !== before.firstName || lastName !== before.lastName,
  notifications,
})

export const giveBirthDate: Action<typeof account.giveBirthDate, AccountServices> = async (
  { actor, body: { birthDate } },
  services,
) => {
  const { userId } = actor
  if (!hasAge(birthDate, MINIMUM_AGE, dayOf(services.now()))) refuse('too-young')
  const outcome = await services.data.transact((entities) => ({
    user: entities.users
      .patch({ userId })
      .set({ birthDate })
      .where((user, { notExists }) => notExists(user.birthDate))
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'BIRTH_DATE_GIVEN', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  return outcome.written ? settingsOf(actor, services) : refuse('birth-date-known')
}

export async function settingsOf(actor: Actor, { data, now }: AccountServices): Promise<AccountSettings> {
  const { data: user } = await data.users.get({ userId: actor.userId }).go({ consistent: true })
  if (!user) return refuse('profile-missing')
  const { email, birthDate = null, language = 'es', settingsVersion: version = 0 } = user
  return {
    ...toReply({ shape: valuesOf(personFields) }, user),
    email,
    birthDate,
    language,
    version,
    notifications: await noticesOf(user, data),
    guardian: await guardianOf(user, ownCustomerId(actor), { data, now }),
  }
}

/** Without a choice: notices that the process needs are on, marketing as chosen with the terms. */
async function noticesOf({ userId, notifications = {} }: User, data: Data): Promise<AccountSettings['notifications']> {
  const { consultations = true, files = true, supplements = true, marketing } = notifications
  return { consultations, files, supplements, marketing: marketing ?? (await optedIn(userId, data)) }
}

async function optedIn(userId: string, data: Data): Promise<boolean> {
  const { data: accepted } = await data.termsAcceptances.query.byUser({ userId }).go({ pages: 'all' })
  return accepted.toSorted((a, b) => a.acceptedAt.localeCompare(b.acceptedAt)).at(-1)?.marketingOptIn ?? false
}

async function guardianOf(user: User, customerId: string, { data, now }: Pick<AccountServices, 'data' | 'now'>) {
  if (user.guardianConsentAt) return { state: 'given', email: null } as const
  if (!isMinorWithoutConsent(user, now())) return { state: 'not-needed', email: null } as const
  const { data: asked } = await data.guardianConsents.get({ customerId }).go({ consistent: true })
  return asked ? ({ state: 'asked', email: asked.email } as const) : ({ state: 'needed', email: null } as const)
}
