import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { openData, type Data } from '#data/data'
import { connect } from '#data/table'
import { environment } from '#platform/environment'
import { liveReceiptFiles, type ReceiptFiles } from '../payments/public/receipt-files.ts'

export interface MailServices {
  readonly data: Data
  readonly now: () => Date
  readonly wallClock: () => Date
  readonly receiptFiles: ReceiptFiles
  readonly send: (message: Buffer) => Promise<void>
  readonly sender: string
  readonly siteUrl: string
}

export const liveMailServices = (): MailServices => {
  const env = environment(['TABLE_NAME', 'SITE_URL', 'MAIL_SENDER', 'FILES_BUCKET'])
  const ses = new SESClient({})
  return {
    data: openData(connect(env.TABLE_NAME)),
    now: () => new Date(),
    wallClock: () => new Date(),
    receiptFiles: liveReceiptFiles(env.FILES_BUCKET),
    send: async (message) => void (await ses.send(new SendRawEmailCommand({ RawMessage: { Data: message } }))),
    sender: env.MAIL_SENDER,
    siteUrl: env.SITE_URL,
  }
}
