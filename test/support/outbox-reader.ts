import type { TestPractice } from './practice.ts'
import { openTestMailService, parseSentMails } from './mail-setup.ts'
import { sendFromStream } from './streamed-mails.ts'

export function createOutboxReader(practice: TestPractice) {
  const office = openTestMailService(practice)
  const sendDue = async () => {
    const { data: due } = await practice.data.mails.query.due({ status: 'queued' }).go({ pages: 'all' })
    await sendFromStream(
      due.map(({ mailId }) => mailId),
      office,
    )
  }
  return {
    office,
    /**
     * Sends due mails.
     * @returns all mails so far, parsed
     */
    post: async () => {
      await sendDue()
      return parseSentMails(office)
    },
    /**
     * Sends due mails.
     * @returns the token in the newest mail's link
     */
    tokenFor: async (address: string): Promise<string> => {
      await sendDue()
      const mail = (await parseSentMails(office)).findLast(({ to }) => to?.some((reader) => reader.address === address))
      return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no-token'
    },
  }
}
