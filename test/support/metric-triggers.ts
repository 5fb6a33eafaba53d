import { onTestFinished, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { files } from '#contract/files'
import type { MailTemplateData } from '#data/mail'
import type { FunctionMetricName } from '#platform/metric-list'
import type { ScanResult } from '../../bin/local/malware-scan.ts'
import { createLambdaHandler as serveAccount } from '../../functions/account/handler.ts'
import { assignTicketToSignIn, createCognitoCallTicket } from '../../functions/account/public/cognito-call-ticket.ts'
import { openSignInAttempt } from '../../functions/account/public/login-ledger.ts'
import { createLambdaHandler as serveRecount } from '../../functions/customers/recount.handler.ts'
import { createLambdaHandler as serveFiles } from '../../functions/files/handler.ts'
import { createClientFileStorage } from '../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler as serveScans } from '../../functions/files/receive-scan-result.handler.ts'
import { createLambdaHandler as serveRetries } from '../../functions/mail/retry-unsent.handler.ts'
import { submitUploadForm, testBucket } from '../local/s3/start-test-s3.ts'
import { readEmbeddedMetrics } from './embedded-metrics.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from './endpoint-caller.ts'
import { readLogged } from './logged.ts'
import { createMailSetup, createSesError, openTestMailService, type MailSetup } from './mail-setup.ts'
import { openAuditHistory } from './audit-history.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from './people.ts'
import { createTestPractice } from './practice.ts'
import { createPrivacySetup } from './privacy-setup.ts'
import { startScannedS3 } from './scanned-files.ts'
import { createShopSetup, listShopStripeEvents, payAtStripe } from './shop.ts'
import { deliverStripeEvent, deliverStripePayload, signStripePayload } from './stripe-setup.ts'

export interface MetricTrigger {
  readonly run: () => Promise<unknown>
  readonly value: number
  readonly dimensions?: Readonly<Record<string, string>>
}

async function aQueuedMail(content: MailTemplateData, failures = 0): Promise<MailSetup> {
  const office = await createMailSetup()
  const at = office.now().toISOString()
  const counts = { attempts: failures, failures }
  const state = { status: 'queued', ...counts, nextAttemptAt: at, waitingSince: at, createdAt: at } as const
  await office.data.mails.create({ mailId: 'mai_00000001', to: 'lucia@correo.test', content, ...state }).go()
  return office
}

const refund: MailTemplateData = { kind: 'refund', concept: 'Primera consulta', amountCents: 8000 }
const appointment = { kind: 'existing-owner', name: 'Lucía' } as const

export async function payInShop() {
  const shop = await createShopSetup()
  await payAtStripe(shop)
  const events = listShopStripeEvents(shop)
  const deliver = async () => {
    for (const event of events) await deliverStripeEvent(event, shop.practice)
  }
  return { shop, deliver }
}

const aPdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export async function scanUpload(result: ScanResult): Promise<MetricTrigger> {
  const { s3, scan, takeEvent } = await startScannedS3({ pace: 'late' })
  onTestFinished(() => s3.client.destroy())
  const practice = await createTestPractice({ clientFiles: createClientFileStorage(testBucket, s3.client) })
  const [boss, { customerId }] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(serveFiles(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const body = { fileType: 'analytics', fileName: 'Análisis.pdf', sizeBytes: aPdf.byteLength } as const
  const { body: offered } = await ask(files.offerUpload, { as, params: { customerId }, body })
  await submitUploadForm(offered, { body: aPdf })
  await ask(files.completeUpload, { as, params: { customerId, fileId: offered.fileId } })
  scan.set({ result })
  scan.finishAll()
  const event = await takeEvent()
  return { run: () => serveScans(() => practice)(event), value: 1 }
}

async function anErasure(): Promise<MetricTrigger> {
  const setup = await createPrivacySetup()
  await setup.leave()
  setup.practice.clock.advance({ days: 15 })
  return { run: () => setup.erase(), value: 1 }
}

/** A metric without an entry does not compile. */
export const metricTriggers: Readonly<Record<FunctionMetricName, () => Promise<MetricTrigger>>> = {
  Paid: async () => ({ run: (await payInShop()).deliver, value: 1 }),
  RefundFailed: async () => {
    const { shop, deliver } = await payInShop()
    await deliver()
    const { data } = await shop.stripe.client.charges.list({ limit: 1 })
    const { id } = await shop.stripe.client.refunds.create({ charge: data[0]?.id ?? '' })
    const tell = async (type: 'refund.created' | 'refund.failed') => {
      for (const event of listShopStripeEvents(shop, type)) await deliverStripeEvent(event, shop.practice)
    }
    await tell('refund.created')
    shop.stripe.standIn.settleRefund(id, 'failed')
    return { run: () => tell('refund.failed'), value: 1 }
  },
  ReceiptSent: async () => {
    const { shop, deliver } = await payInShop()
    await deliver()
    const office = openTestMailService(shop.practice)
    return { run: () => serveRetries(() => office)(), value: 1 }
  },
  MailFailed: async () => {
    const office = await aQueuedMail(refund, 6)
    office.refusal = () => createSesError('MessageRejected', 'Message contains a virus')
    return { run: () => serveRetries(() => office)(), value: 1 }
  },
  MailExpired: async () => {
    const office = await aQueuedMail(appointment)
    office.clock.advance({ days: 8 })
    return { run: () => serveRetries(() => office)(), value: 1 }
  },
  OldestQueuedMail: async () => {
    const office = await aQueuedMail(refund)
    office.closed = true
    office.clock.advance({ minutes: 17 })
    return { run: () => serveRetries(() => office)(), value: 17 * 60 }
  },
  UploadRefused: () => scanUpload('UNSUPPORTED'),
  ThreatFound: () => scanUpload('THREATS_FOUND'),
  ScheduleRan: async () => {
    const practice = await createTestPractice()
    return { run: () => serveRecount(() => practice)(), value: 1, dimensions: { schedule: 'customers/recount' } }
  },
  ErasureDue: anErasure,
  ErasureDone: anErasure,
  SignatureInvalid: async () => {
    const { practice } = await createShopSetup()
    const signature = signStripePayload('{}', 0, 'whsec_of_another_endpoint')
    return { run: () => deliverStripePayload('{}', practice, { signature }), value: 1 }
  },
  AuditChainBroken: async () => {
    const practice = await createTestPractice()
    const createdAt = '2026-11-21T00:00:00.000Z'
    const entry = {
      auditId: 'aud_1',
      month: '2026-11',
      createdAt,
      action: 'FILE_ADDED',
      userId: 'scan',
      subjectId: 'cus_1',
    }
    await practice.data.auditEntries.create(entry as never).go()
    const history = await openAuditHistory(practice)
    return { run: () => history.check(), value: 1 }
  },
  SignInFailed: async () => {
    const practice = await createTestPractice()
    const { userId } = await createCliente(practice)
    const ask = createEndpointCaller(serveAccount(() => practice))
    const ticket = await createCognitoCallTicket({ address: TEST_CALLER_ADDRESS, userAgent: 'Firefox' }, practice)
    await openSignInAttempt(userId, await assignTicketToSignIn(ticket, userId, practice), practice)
    return { run: () => ask(account.reportFailedSignIn, { body: { ticket } }), value: 1 }
  },
}

export async function measureDuring(run: () => Promise<unknown>) {
  for (const method of ['info', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
  const lines = vi.spyOn(console, 'log').mockReturnValue().mockClear()
  await run()
  return readLogged(lines).flatMap(readEmbeddedMetrics)
}
