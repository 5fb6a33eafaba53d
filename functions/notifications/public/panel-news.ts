import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData, PanelNews } from '#data/mail'
import type { TransactionEntities, TransactionOutcome, TransactionWrites } from '#data/transact'
import { type NoticeToQueue, queueClientNotice } from './client-notice.ts'

interface NewsServices {
  readonly data: Database
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

interface News {
  readonly customer: NoticeToQueue['customer']
  readonly news: PanelNews
  readonly more?: readonly PanelNews[]
}

const WAIT_MS = 10 * 60_000

const MAX_IN_MAIL = 100

/** Conflicts: seven files found clean at the same moment write the same mail. */
const TRIES = 12

type QueueNews = (entities: TransactionEntities) => TransactionWrites

/**
 * News in a client's panel within ten minutes are one mail, due ten minutes after the first. `write` makes
 * the transaction, with the mail under the name `mail`, and is called again after a conflict on it.
 */
export async function transactWithPanelNews(
  news: News,
  services: NewsServices,
  write: (queueNews: QueueNews) => Promise<TransactionOutcome>,
): Promise<TransactionOutcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await write(await planNews(news, services))
    if (outcome.written || !outcome.failedAll.has('mail')) return outcome
  }
  return write((entities) => queueClientNotice(entities, { ...toNotice(news), dueAt: dueAfter(services) }, services))
}

const toNotice = ({ customer, news, more = [] }: News): NoticeToQueue => ({
  customer,
  notice: more.length > 0 ? { ...news, more: [...more] } : news,
})

const dueAfter = ({ now }: NewsServices): string => new Date(now().getTime() + WAIT_MS).toISOString()

/**
 * The mail's id is derived from client and time slot, because an index lags: it belongs to these ten minutes, or to the
 * previous ones while that mail waits.
 */
async function planNews(news: News, services: NewsServices): Promise<QueueNews> {
  const { customer } = news
  const slot = Math.floor(services.now().getTime() / WAIT_MS)
  const toMailId = (of: number) => `mai_${customer.customerId.slice('cus_'.length)}-news-${of}`
  const before = await readMail(toMailId(slot - 1), services)
  if (isJoinable(before, services)) return join(before, news)
  const present = await readMail(toMailId(slot), services)
  if (isJoinable(present, services)) return join(present, news)
  const mailId = present ? services.newId('mai') : toMailId(slot)
  return (entities) => queueClientNotice(entities, { ...toNotice(news), mailId, dueAt: dueAfter(services) }, services)
}

type Mail = EntityItem<TableEntities['mails']>

const readMail = async (mailId: string, { data }: NewsServices): Promise<Mail | null> =>
  (await data.mails.get({ mailId }).go({ consistent: true })).data

function isJoinable(mail: Mail | null, { now }: NewsServices): mail is Mail {
  if (!mail || mail.nextAttemptAt <= now().toISOString()) return false
  return mail.status === 'queued' && mail.attempts === 0 && listNews(mail).length < MAX_IN_MAIL
}

function listNews({ content }: Pick<Mail, 'content'>): readonly PanelNews[] {
  const { notice } = content as Extract<MailTemplateData, { kind: 'client-notice' }>
  return 'more' in notice ? (notice.more ?? []) : []
}

const join =
  (mail: Mail, { news, more = [] }: News): QueueNews =>
  (entities) => {
    const content = mail.content as Extract<MailTemplateData, { kind: 'client-notice' }>
    const notice = { ...content.notice, more: [...listNews(mail), news, ...more] }
    return entities.mails
      .patch({ mailId: mail.mailId })
      .set({ content: { ...content, notice } })
      .where(
        (stored, { eq }) =>
          `${eq(stored.status, 'queued')} AND ${eq(stored.attempts, 0)} AND ${eq(stored.content, mail.content)}`,
      )
      .commit()
  }
