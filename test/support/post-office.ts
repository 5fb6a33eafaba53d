import PostalMime, { type Email } from 'postal-mime'
import type { MailServices } from '../../functions/mail/services.ts'
import type { AlertMailServices } from '../../functions/mail/alert-mails.ts'
import { aPractice, type Practice } from './practice.ts'

export interface PostOffice extends MailServices, AlertMailServices, Pick<Practice, 'clock' | 'newId' | 'table'> {
  readonly sent: Buffer[]
  /** While true, sending fails. */
  closed: boolean
}

export async function aPostOffice(): Promise<PostOffice> {
  const practice = await aPractice()
  const office: PostOffice = {
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

export const readAll = ({ sent }: PostOffice): Promise<Email[]> =>
  Promise.all(sent.map((message) => PostalMime.parse(message)))
