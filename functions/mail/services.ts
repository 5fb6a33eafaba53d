import { setTimeout as pause } from 'node:timers/promises'
import { GetSendQuotaCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { openDatabase, type Database } from '#data/database'
import { openServiceClient } from '#data/service-clients'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import { logFollowUpFailure } from '#platform/log'
import { createReceiptPdfStorage, type ReceiptPdfStorage } from '../payments/public/receipt-files.ts'

export interface MailServices {
  readonly data: Database
  readonly now: () => Date
  readonly wallClock: () => Date
  readonly receiptFiles: ReceiptPdfStorage
  readonly send: (message: Buffer, mailId: string) => Promise<void>
  readonly sendRate: () => Promise<number>
  readonly pause: (milliseconds: number) => Promise<void>
  readonly sender: string
  readonly siteUrl: string
}

/** SES allows only letters, digits, `-` and `_` in names and values. */
export const MAIL_ID_TAG = 'mailId'

/** The sandbox's rate, and the default without an answer. */
const SLOWEST_RATE = 1

async function readSendRate(ses: SESClient): Promise<number> {
  try {
    const { MaxSendRate } = await ses.send(new GetSendQuotaCommand({}))
    return Math.max(MaxSendRate ?? SLOWEST_RATE, SLOWEST_RATE)
  } catch {
    // SES will refuse the mails too, with the reason.
    return SLOWEST_RATE
  }
}

export const createMailServices = (): MailServices => {
  const env = readEnvironment(['TABLE_NAME', 'SITE_URL', 'MAIL_SENDER', 'MAIL_CONFIGURATION_SET', 'FILES_BUCKET'])
  const ses = openServiceClient(SESClient, 'mail')
  return {
    data: openDatabase(createTableConnection(env.TABLE_NAME), logFollowUpFailure),
    now: () => new Date(),
    wallClock: () => new Date(),
    receiptFiles: createReceiptPdfStorage(env.FILES_BUCKET),
    send: async (message, mailId) => {
      const Tags = [{ Name: MAIL_ID_TAG, Value: mailId }]
      const ConfigurationSetName = env.MAIL_CONFIGURATION_SET
      await ses.send(new SendRawEmailCommand({ RawMessage: { Data: message }, ConfigurationSetName, Tags }))
    },
    sendRate: () => readSendRate(ses),
    pause: (milliseconds) => pause(milliseconds),
    sender: env.MAIL_SENDER,
    siteUrl: env.SITE_URL,
  }
}
