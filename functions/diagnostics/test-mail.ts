import type { EntityItem } from 'electrodb'
import type { diagnostics, TestMail } from '#contract/diagnostics'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'

const TEST_MAILS: RateLimit = { name: 'test-mail', tries: 5, minutes: 60 }

/** Queued like every other mail, because the queue is being tested. */
export const sendTestMail: EndpointAction<typeof diagnostics.sendTestMail> = async ({ actor }, services) => {
  const { data, newId, wallClock } = services
  const { userId, email, firstName, customerId } = actor
  await consumeRateLimit(data, TEST_MAILS, userId, wallClock())
  const mailId = newId('mai')
  const content: MailTemplateData = { kind: 'test', name: firstName, userId }
  await data.transact((entities) => ({
    mail: queueMail(entities, { mailId, to: email, customerId, content }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'TEST_MAIL_QUEUED', by: userId, subjectId: userId, details: { mailId }, caller: actor },
      services,
    ),
  }))
  return toTestMail(await ownTestMail(data, userId, mailId))
}

export const readTestMail: EndpointAction<typeof diagnostics.testMail> = async ({ actor, params }, { data }) =>
  toTestMail(await ownTestMail(data, actor.userId, params.mailId))

type Mail = EntityItem<TableEntities['mails']>

async function ownTestMail(data: Database, userId: string, mailId: string): Promise<Mail> {
  const { data: mail } = await data.mails.get({ mailId }).go()
  const content = mail?.content as MailTemplateData | undefined
  return mail && content?.kind === 'test' && content.userId === userId ? mail : throwRefusal('not-found')
}

const toTestMail = ({ mailId, to, status, attempts, createdAt, sentAt, nextAttemptAt }: Mail): TestMail => ({
  mailId,
  to,
  status,
  attempts,
  createdAt,
  sentAt: sentAt ?? null,
  nextAttemptAt: status === 'queued' ? nextAttemptAt : null,
})
