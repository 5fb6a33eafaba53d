import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import type { privacy } from '#contract/privacy'
import type { RecordOpeningQuestion, RecordOpeningsQuery, RecordOpening } from '#contract/record-openings'
import type { PageCursor } from '#contract/value-schemas'
import type { StoredAuditEntry } from '#data/audit-months'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { findClientListOpenings, findRecordOpening, findRecordOpenings } from '#data/record-opening-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import type { PrivacyServices } from './services.ts'

export const listOwnRecordOpenings: EndpointAction<typeof privacy.listOpenings, PrivacyServices> = async (
  { actor, query },
  { data },
) => pageOfOpenings(requireOwnCustomerId(actor), query, data)

export const listCustomerRecordOpenings: EndpointAction<
  typeof privacy.listOpeningsOfCustomer,
  PrivacyServices
> = async ({ params, query }, { data }) => pageOfOpenings(params.customerId, query, data)

async function pageOfOpenings(customerId: string, { of, ...page }: RecordOpeningsQuery, data: Database) {
  const customer = await requireCustomer(customerId, data)
  const { items, next } = await (of === 'lists' ? findClientListOpenings : findRecordOpenings)(customer, page, data)
  const [people, questions] = await Promise.all([peopleIn(items, data), questionsAbout(items, customerId, data)])
  return {
    items: items.map((line) => ({ ...toOpening(line, people), question: questions.get(line.auditId) ?? null })),
    next,
  }
}

/** Derived from client and opening, so that there is one question per opening. */
const questionId = (customerId: string, auditId: string): string =>
  `mai_${createHash('sha256').update(`${customerId} ${auditId}`).digest('hex').slice(0, 40)}`

async function questionsAbout(lines: readonly StoredAuditEntry[], customerId: string, { mails }: Database) {
  const ids = new Map(lines.map(({ auditId }) => [questionId(customerId, auditId), auditId]))
  if (ids.size === 0) return new Map<string, never>()
  const { data: found } = await mails.get([...ids.keys()].map((mailId) => ({ mailId }))).go()
  return new Map(found.map((mail) => [ids.get(mail.mailId) ?? '', toQuestion(mail)]))
}

const toQuestion = ({ content, createdAt }: EntityItem<TableEntities['mails']>) => ({
  reason: (content as Extract<MailTemplateData, { kind: 'opening-questioned' }>).reason,
  askedAt: createdAt,
})

const QUESTIONS: RateLimit = { name: 'opening-questions', tries: 5, minutes: 24 * 60 }

export const askAboutRecordOpening: EndpointAction<typeof privacy.askAboutOpening, PrivacyServices> = async (
  call,
  services,
) => {
  const { actor, params, body } = call
  const { data, wallClock } = services
  const customerId = requireOwnCustomerId(actor)
  const customer = await requireCustomer(customerId, data)
  const opening = await findRecordOpening(customer, { at: body.at, auditId: params.auditId }, data)
  if (!opening) return throwRefusal('not-found')
  const mailId = questionId(customerId, opening.auditId)
  const asked = await questionIn(mailId, data)
  if (asked) return asked

  await consumeRateLimit(data, QUESTIONS, actor.userId, wallClock())
  await ask({ call, customerId, mailId, opening }, services)
  return (await questionIn(mailId, data)) ?? throwRefusal('not-found')
}

async function questionIn(mailId: string, { mails }: Database) {
  const { data: mail } = await mails.get({ mailId }).go()
  return mail ? toQuestion(mail) : undefined
}

interface Question {
  readonly call: Parameters<typeof askAboutRecordOpening>[0]
  readonly customerId: string
  readonly mailId: string
  readonly opening: StoredAuditEntry
}

const ask = ({ call: { actor, body }, customerId, mailId, opening }: Question, services: PrivacyServices) => {
  const { auditId, createdAt: openedAt } = opening
  const reason: RecordOpeningQuestion = body.reason
  const { part } = toOpening(opening, new Map())
  return services.data.transact((entities) => ({
    mail: queueMail(
      entities,
      {
        mailId,
        to: services.practiceMail,
        customerId,
        content: { kind: 'opening-questioned', customerId, openedAt, part, reason },
      },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      {
        action: 'DATA_OPENING_QUESTIONED',
        by: actor.userId,
        subjectId: customerId,
        details: { auditId, reason },
        caller: actor,
      },
      services,
    ),
  }))
}

type People = ReadonlyMap<string, EntityItem<TableEntities['users']>>

async function peopleIn(lines: readonly StoredAuditEntry[], { users }: Database): Promise<People> {
  const ids = [...new Set(lines.map(({ userId }) => userId))]
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(found.map((user) => [user.userId, user]))
}

const ofEveryClient: Readonly<Partial<Record<AuditAction, RecordOpening['part']>>> = {
  CUSTOMERS_EXPORTED: 'export',
  CLIENT_LIST_OPENED: 'list',
}

function toOpening(
  { auditId, createdAt, action, details, userId }: StoredAuditEntry,
  people: People,
): Omit<RecordOpening, 'question'> {
  const user = people.get(userId)
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  return {
    auditId,
    at: createdAt,
    name: name || null,
    role: user?.role === 'administrador' && user.status !== 'deleted' ? user.role : null,
    part: ofEveryClient[action] ?? (details as { part: RecordOpening['part'] }).part,
  }
}

export const RECORD_OPENINGS_EXPORT_FILE = 'quien-ha-visto-tus-datos'

const PART = 500

export async function loadExportedRecordOpenings(
  customerId: string,
  data: Database,
): Promise<Readonly<Record<string, unknown>>[]> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return []
  const rows: Readonly<Record<string, unknown>>[] = []
  let cursor: PageCursor | undefined
  do {
    const { items, next } = await findRecordOpenings(customer, { limit: PART, cursor }, data)
    const people = await peopleIn(items, data)
    rows.push(
      ...items.map((line) => {
        const { at, name, role, part } = toOpening(line, people)
        const position = role ? 'Administración' : 'Ya no está en el equipo'
        return { at, openedBy: name ?? 'Alguien del equipo', position, part }
      }),
    )
    cursor = next ?? undefined
  } while (cursor)
  return rows
}
