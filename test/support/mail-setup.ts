import PostalMime, { type Email } from 'postal-mime'
import type { MailServices } from '../../functions/mail/services.ts'
import type { SecurityAlertMailServices } from '../../functions/mail/alert-mails.ts'
import { createTestPractice, type TestPractice } from './practice.ts'

export interface MailSetup
  extends MailServices, SecurityAlertMailServices, Pick<TestPractice, 'clock' | 'newId' | 'table'> {
  readonly sent: Buffer[]
  /** While true, sending fails. */
  closed: boolean
}

export async function createMailSetup(): Promise<MailSetup> {
  const practice = await createTestPractice()
  const office: MailSetup = {
    ...practice,
    sender: 'Hábitat Interior <hola@habitat.test>',
    sent: [],
    closed: false,
    send: async (message) => {
      if (office.closed) throw new Error('the mail service takes nothing: to secreto@correo.test')
      office.sent.push(message)
    },
  }
  return office
}

export const parseSentMails = ({ sent }: MailSetup): Promise<Email[]> =>
  Promise.all(sent.map((message) => PostalMime.parse(message)))
