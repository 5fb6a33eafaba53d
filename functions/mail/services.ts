import { SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { openDatabase, type Database } from '#data/database'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import { createReceiptPdfStorage, type ReceiptPdfStorage } from '../payments/public/receipt-files.ts'

export interface MailServices {
  readonly data: Database
  readonly now: () => Date
  readonly wallClock: () => Date
  readonly receiptFiles: ReceiptPdfStorage
  readonly send: (message: Buffer) => Promise<void>
  readonly sender: string
  readonly siteUrl: string
}

export const createMailServices = (): MailServices => {
  const env = readEnvironment(['TABLE_NAME', 'SITE_URL', 'MAIL_SENDER', 'FILES_BUCKET'])
  const ses = new SESClient({})
  return {
    data: openDatabase(createTableConnection(env.TABLE_NAME)),
    now: () => new Date(),
    wallClock: () => new Date(),
    receiptFiles: createReceiptPdfStorage(env.FILES_BUCKET),
    send: async (message) => void (await ses.send(new SendRawEmailCommand({ RawMessage: { Data: message } }))),
    sender: env.MAIL_SENDER,
    siteUrl: env.SITE_URL,
  }
}
