import type { Practice } from './practice.ts'
import { deliver } from '../../functions/mail/deliver.ts'
import { readAll, type PostOffice } from './post-office.ts'

/** A practice with its post office: what is put in the outbox is sent and read. */
export function mailroom(practice: Practice) {
  const office: PostOffice = {
    ...practice,
    sender: 'Hábitat Interior <hola@habitat.test>',
    sent: [],
    closed: false,
    send: async (message) => {
      if (office.closed) throw new Error('the mail service takes nothing')
      office.sent.push(message)
    },
  }
  return {
    office,
    /** Sends what is due and answers all mails so far, as their readers see them. */
    post: async () => {
      const { data: due } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
      for (const { mailId } of due) await deliver(mailId, office)
      return readAll(office)
    },
    /** Sends what is due and answers the token of the link in the newest mail to somebody. */
    tokenFor: async (address: string): Promise<string> => {
      const { data: due } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
      for (const { mailId } of due) await deliver(mailId, office)
      const mail = (await readAll(office)).findLast(({ to }) => to?.some((reader) => reader.address === address))
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no-token'
    },
  }
}
