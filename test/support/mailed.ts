import type { Practice } from './practice.ts'
import { readAll, type PostOffice } from './post-office.ts'
import { sendFromStream } from './streamed-mails.ts'

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
  const sendDue = async () => {
    const { data: due } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
    await sendFromStream(
      due.map(({ mailId }) => mailId),
      office,
    )
  }
  return {
    office,
    /** Sends what is due and answers all mails so far, as their readers see them. */
    post: async () => {
      await sendDue()
      return readAll(office)
    },
    /** Sends what is due and answers the token of the link in the newest mail to somebody. */
    tokenFor: async (address: string): Promise<string> => {
      await sendDue()
      const mail = (await readAll(office)).findLast(({ to }) => to?.some((reader) => reader.address === address))
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no-token'
    },
  }
}
