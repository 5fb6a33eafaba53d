import PostalMime, { type Email } from 'postal-mime'
import type { MailServices } from '../../functions/mail/services.ts'
import type { SecurityAlertMailServices } from '../../functions/mail/alert-mails.ts'
import { createTestPractice, type TestPractice } from './practice.ts'

export interface MailSetup
  extends MailServices, SecurityAlertMailServices, Pick<TestPractice, 'clock' | 'newId' | 'table'> {
  readonly sent: Buffer[]
  /** While true, SES is unreachable. */
  closed: boolean
  /** SES's error for a mail, by its id. */
  refusal: ((mailId: string) => Error | undefined) | undefined
  /** Milliseconds that the sender has waited for its turn. */
  readonly pauses: number[]
}

export const createSesError = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } })

export function openTestMailService<Practice extends TestPractice>(practice: Practice): Practice & MailSetup {
  const office: Practice & MailSetup = {
    ...practice,
    sender: 'Hábitat Interior <hola@habitat.test>',
    sent: [],
    closed: false,
    refusal: undefined,
    pauses: [],
    send: async (message, mailId) => {
      if (office.closed) throw new Error('the mail service takes nothing: to secreto@correo.test')
      const refusal = office.refusal?.(mailId)
      if (refusal) throw refusal
      office.sent.push(message)
    },
    sendRate: async () => 14,
    pause: async (milliseconds) => void office.pauses.push(milliseconds),
  }
  return office
}

export const createMailSetup = async (): Promise<TestPractice & MailSetup> =>
  openTestMailService(await createTestPractice())

export const parseSentMails = ({ sent }: MailSetup): Promise<Email[]> =>
  Promise.all(sent.map((message) => PostalMime.parse(message)))
