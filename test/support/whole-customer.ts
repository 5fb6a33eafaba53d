import { PutObjectCommand } from '@aws-sdk/client-s3'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { messages } from '#contract/messages'
import { files } from '#contract/files'
import { privacy } from '#contract/privacy'
import { questionnaire } from '#contract/questionnaire'
import { supplements } from '#contract/supplements-domain'
import { putCustomerSearchLine } from '#data/customer-search-index'
import { toPaymentId } from '#data/payment-id'
import { updateUserSearchPieces } from '#data/user-search-index'
import { createOneTimeLinkToken } from '#platform/one-time-link'
import { consumeRateLimit } from '#platform/rate-limit'
import { testBucket } from '../local/s3/start-test-s3.ts'
import { createAgreement, createStoredBudget } from './budgets.ts'
import { createDomainCaller } from './endpoints.ts'
import { createSignUpAttributes } from './fake-user-pool.ts'
import { createAdministrador, createPasswordSessionClaims, writeSignInSession } from './people.ts'
import { listAuditChanges } from './practice.ts'
import type { PrivacySetup } from './privacy-setup.ts'

const elsewhere = {
  'x-forwarded-for': '198.51.100.9, 130.176.1.1',
  'user-agent': 'Mozilla/5.0 (computer of the practice)',
}

export async function seedWholeCustomer(setup: PrivacySetup): Promise<void> {
  const boss = await createAdministrador(setup.practice, { firstName: 'Elena', lastName: 'Prado' })
  const { customerId } = boss
  await setup.practice.data.customers.patch({ customerId }).set({ name: 'Elena Prado' }).go()
  await inTheLists(setup)
  await aProcess(setup, boss)
  await aPurchase(setup)
  await someFiles(setup)
  await anAccount(setup)
}

/**
 * An erasure must also find entries that a client cannot leave with, such as a place on the waiting list; it is added
 * afterwards, as by a refunded payment.
 * @default who - the setup's client
 */
export async function requestErasureDespiteOrders(
  { practice: { data }, client, leave }: Pick<PrivacySetup, 'client' | 'leave' | 'practice'>,
  who = client,
) {
  const { data: waiting } = await data.ordersToSchedule.query.byCustomer({ customerId: who.customerId }).go()
  await data.ordersToSchedule.delete(waiting).go()
  const answer = await leave(who)
  await data.ordersToSchedule.put(waiting).go()
  for (const { orderId } of waiting) {
    const payment = { customerId: who.customerId, paymentId: toPaymentId(orderId) }
    await data.payments.patch(payment).set({ status: 'refunded', refundedCents: 8000 }).go()
  }
  return answer
}

async function inTheLists({ practice: { data, now }, client: { customerId, userId } }: PrivacySetup): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) throw new Error(`${customerId} has no file`)
  await data.transact((entities) => ({ searchLine: putCustomerSearchLine(entities, customer) }))
  await updateUserSearchPieces(data, data.transact, userId)
  await data.clientAddresses.put({ email: customer.email, customerId }).go()
  await data.removedCustomers.put({ ...customer, removedAt: now().toISOString(), accountClosed: true }).go()
}

async function aProcess({ practice, client }: PrivacySetup, boss: PrivacySetup['client']): Promise<void> {
  const as = createPasswordSessionClaims(client, practice)
  const setup = { as: createPasswordSessionClaims(boss, practice), headers: elsewhere }
  const { customerId } = client
  const params = { customerId }
  // First: the bookings and prescriptions below contradict it.
  const askCustomers = await createDomainCaller('customers', practice)
  await askCustomers(customers.correctPathway, {
    ...setup,
    params,
    body: { state: 'finished', reason: 'other', note: 'Lo decide Lucía', version: 0 },
  })
  const askQuestionnaire = await createDomainCaller('questionnaire', practice)
  await askQuestionnaire(questionnaire.save, { as, body: { weight: 60, notes: 'Notas de Lucía Ferrer', version: 0 } })
  await askQuestionnaire(questionnaire.saveDraft, { as, body: { weight: 61, version: 1, replaces: null } })
  await askQuestionnaire(questionnaire.saveCheckIn, {
    as,
    body: { week: '2026-11-16', bloating: 2, energy: 3, sleep: 4, mood: 3, note: 'Lucía Ferrer cena tarde' },
  })
  const askMessages = await createDomainCaller('messages', practice)
  await askMessages(messages.sendMine, {
    as,
    body: { requestId: '11111111-1111-4111-8111-111111111111', text: 'Soy Lucía Ferrer: ¿puedo tomarlo con café?' },
  })
  await askMessages(messages.saveTemplate, {
    ...setup,
    body: { requestId: '22222222-2222-4222-8222-222222222222', name: 'Café', text: 'Una hora después.' },
  })
  await askQuestionnaire(questionnaire.see, { ...setup, params, body: { version: 1 } })
  const askFiles = await createDomainCaller('files', practice)
  const ofAnalysis = { ...setup, params: { customerId, analysisId: 'ana_of-lucia' } }
  const analysis = {
    sampledOn: '2026-10-26',
    laboratory: 'Laboratorio Ejemplo',
    method: '16S rRNA',
    findings: 'Poca variedad',
    meaning: 'Encaja con lo que cuenta Lucía Ferrer',
    nextSteps: 'Más fibra',
    values: [{ marker: 'Calprotectina', value: '<38', unit: 'µg/g', range: 'menos de 50' }],
  }
  await askFiles(files.saveAnalysis, { ...ofAnalysis, body: { ...analysis, version: 0 } })
  await askFiles(files.publishAnalysis, { ...ofAnalysis, body: { version: 1 } })
  await practice.data.budgets.put(createStoredBudget({ customerId })).go()
  // Ended: a client with one in use has to end it before leaving.
  const ended = {
    status: 'ended' as const,
    endedAt: '2026-11-21T09:00:00.000Z',
    endedBy: client.userId,
    refundCents: 0,
  }
  await practice.data.budgetAgreements.put({ ...createAgreement({ customerId, userId: client.userId }), ...ended }).go()
  const askConsultations = await createDomainCaller('consultations', practice)
  const booked = await askConsultations(consultations.book, {
    ...setup,
    body: { customerId, startsAt: '2026-11-24T10:00:00.000Z', durationMinutes: 60, type: 'general' },
  })
  // Completed directly: an outcome can be recorded only after the start, which is later than this setup's clock.
  const { consultationId, startsAt } = booked.body
  await practice.data.consultations.patch({ customerId, consultationId }).set({ status: 'completed', startsAt }).go()
  const ofNotes = { ...params, consultationId }
  await askConsultations(consultations.saveNotes, {
    ...setup,
    params: ofNotes,
    body: { assessment: 'Lucía Ferrer duerme mejor', summary: 'Sigue así, Lucía', version: 0 },
  })
  await askConsultations(consultations.shareSummary, { ...setup, params: ofNotes, body: { version: 1 } })
  await askConsultations(consultations.request, {
    as,
    body: { startsAt: '2027-01-11T10:00:00.000Z', durationMinutes: 30, type: 'general', message: 'Soy Lucía' },
  })
  const askSupplements = await createDomainCaller('supplements', practice)
  const added = await askSupplements(supplements.add, {
    ...setup,
    params,
    body: {
      name: 'Magnesio',
      requestId: '33333333-3333-4333-8333-333333333333',
      amount: 1,
      unit: 'g',
      frequency: '1 vez al día',
      times: ['Noche'],
      foodRelation: 'Indiferente',
      pattern: 'Continuo',
      startDate: '2026-11-20',
    },
  })
  const { clientSupplementId } = added.body
  await askSupplements(supplements.tick, {
    as,
    body: { clientSupplementId, day: '2026-11-21', time: 'Noche', taken: true },
  })
  // The state before it was changed on a later day.
  const past = {
    name: 'Magnesio',
    amount: 2,
    unit: 'g',
    foodRelation: 'Indiferente',
    frequency: '1 vez al día',
    pattern: 'Continuo',
    startDate: '2026-11-20',
    status: 'active',
  } as const
  const countedUntil = '2026-11-21'
  await practice.data.pastCourses
    .put({ ...past, times: ['Noche'], customerId, clientSupplementId, version: 1, countedUntil })
    .go()
  await practice.data.supplementReviews.put({ customerId, clientSupplementId }).go()
  await practice.data.customerListEntries
    .put({ customerId, order: 'turn', list: 'turn-practice', place: '2026-11-25T12:00:00.000Z', state: 'to-book' })
    .go()
}

async function aPurchase({ practice: { data }, client: { customerId, userId } }: PrivacySetup): Promise<void> {
  const createdAt = '2026-10-02T08:00:00.000Z'
  const uuid = customerId.slice('cus_'.length)
  const order = {
    product: 'primera-consulta',
    totalCents: 8000,
    currency: 'eur',
    version: 1,
    openedAt: createdAt,
    createdAt,
  } as const
  const paid = { orderId: `ord_${uuid}`, customerId, paymentId: `pay_${uuid}`, concept: 'Primera consulta' }
  const receiptNumber = '2026-000000000001'
  await data.orders.put({ ...order, orderId: paid.orderId, status: 'paid', customerId, userId, paidAt: createdAt }).go()
  await data.orders.put({ ...order, orderId: 'ord_expired-one', status: 'expired', customerId, userId }).go()
  await data.openOrders.put({ customerId, product: 'primera-consulta', orderId: 'ord_expired-one' }).go()
  await data.ordersToSchedule.put({ customerId, orderId: paid.orderId, concept: paid.concept, paidAt: createdAt }).go()
  await data.waitingListEntries
    .put({
      customerId,
      joinedAt: createdAt,
      offeredStart: '2026-12-01T10:00:00.000Z',
      offeredUntil: '2026-11-21T11:00:00.000Z',
      offered: ['2026-12-01T10:00:00.000Z'],
      version: 1,
    })
    .go()
  await data.freedHours.put({ customerId, startsAt: '2026-12-02T10:00:00.000Z', expiresAtEpoch: 1_796_205_600 }).go()
  await data.slotProposals
    .put({
      orderId: paid.orderId,
      customerId,
      state: 'sent',
      round: 1,
      slots: ['2026-12-01T10:00:00.000Z'],
      offered: [],
      sentAt: createdAt,
      version: 1,
    })
    .go()
  await data.payments
    .put({
      ...paid,
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status: 'completed',
      paidAt: createdAt,
      receiptNumber,
    })
    .go()
  await data.refunds
    .put({
      refundId: 'ref_00000001',
      orderId: paid.orderId,
      amountCents: 1000,
      status: 'succeeded',
      reason: 'practice',
      explanation: 'Se cortó la llamada de Lucía Ferrer',
      requestedBy: 'usr_of-the-practice',
      requestedAt: createdAt,
    })
    .go()
  await data.disputes
    .put({
      disputeId: 'du_00000001',
      orderId: paid.orderId,
      amountCents: 8000,
      state: 'won',
      status: 'won',
      reason: 'product_not_received',
      answerBy: createdAt,
      openedAt: createdAt,
      closedAt: createdAt,
    })
    .go()
  await data.receipts
    .put({
      ...paid,
      receiptNumber,
      buyerName: 'Lucía Ferrer',
      listCents: 10_000,
      amountCents: 8000,
      issuedAt: createdAt,
      fileKey: `${customerId}/receipt/1-${uuid}.pdf`,
    })
    .go()
}

async function someFiles({ practice: { data, now }, s3, client: { customerId } }: PrivacySetup): Promise<void> {
  const createdAt = now().toISOString()
  const stored = [
    ['fil_analysis-1', 'analytics', 'Análisis.pdf', 'los valores de lucía ferrer'],
    ['fil_analysis-2', 'analytics', 'Análisis.pdf', 'otros valores'],
    ['fil_invoice-01', 'invoice', 'Factura.pdf', 'la factura de lucía ferrer'],
  ] as const
  for (const [fileId, fileType, fileName, bytes] of stored) {
    const fileKey = `${customerId}/${fileType}/${fileId}.pdf`
    const file = {
      customerId,
      fileId,
      fileType,
      fileKey,
      fileName,
      status: 'available',
      uploadedBy: 'usr_boss',
    } as const
    await data.clientFiles.put({ ...file, sizeBytes: Buffer.byteLength(bytes), createdAt }).go()
    await data.fileKeys.put({ customerId, fileKey, fileId }).go()
    for (const Body of ['una versión de lucía', bytes]) {
      await s3.client.send(new PutObjectCommand({ Bucket: testBucket, Key: fileKey, Body }))
    }
  }
}

async function anAccount(setup: PrivacySetup): Promise<void> {
  const { practice, client, ask } = setup
  const { data, identities, now, newId } = practice
  const { userId, customerId, sub, email } = client
  const createdAt = now().toISOString()
  const expiresAtEpoch = Math.floor(now().getTime() / 1000) + 86_400
  for (const subject of [customerId, userId, email]) {
    await data.auditKeys.put({ subject, keyId: newId('key'), secret: `of ${subject}` }).go()
    await data.auditHealthKeys.put({ subject, keyId: newId('key'), secret: `of ${subject}` }).go()
  }
  identities.known.set(sub, {
    sub,
    confirmed: true,
    enabled: true,
    hasTotp: true,
    createdAt: now(),
    attributes: createSignUpAttributes(email, now()),
  })
  await writeSignInSession(client, practice)
  await data.termsAcceptances
    .put({ userId, termsVersion: '1', acceptedAt: createdAt, marketingOptIn: true, address: '203.0.113.7' })
    .go()
  await data.loginLedgers
    .put({
      userId,
      place: '203.0.113.7',
      state: 'settled',
      dueAt: createdAt,
      attempts: [
        { attemptId: 'tkt_1', at: createdAt, stage: 'failed', factor: false, codes: 0, address: '203.0.113.7' },
      ],
      version: 1,
      expiresAtEpoch,
    })
    .go()
  await data.knownBrowsers
    .put({ tokenHash: 'a'.repeat(64), userId, createdAt, expiresAt: createdAt, expiresAtEpoch })
    .go()
  await data.mfaFactors
    .put({
      userId,
      status: 'verified',
      factorId: 'mfa_1',
      friendlyName: 'Móvil de Lucía',
      sealedSecret: 'sealed-secret',
      createdAt,
    })
    .go()
  await data.recoveryCodes.put({ userId, hash: 'hash-of-a-code', salt: 'salt', createdAt }).go()
  const guardian = { name: 'Carmen Gil', email: 'carmen@correo.test', requestedAt: createdAt }
  const consented = { consentedAt: createdAt, signedName: 'Carmen Gil', textVersion: '2026-11' }
  await data.guardianConsents
    .put({
      customerId,
      userId,
      requestId: newId('gua'),
      ...guardian,
      earlier: [{ requestId: newId('gua'), ...guardian, ...consented, address: '203.0.113.9' }],
    })
    .go()
  await consumeRateLimit(data, { name: 'mfa', tries: 5, minutes: 15 }, userId, now())
  await createOneTimeLinkToken({ purpose: 'reactivation', userId, cause: createdAt }, practice)
  await ask(privacy.requestExport, { as: createPasswordSessionClaims(client, practice), body: {} })
  await data.auditEntries
    .create({
      auditId: newId('aud'),
      month: (await listAuditChanges(practice))[0]?.month ?? '2026-11',
      createdAt,
      action: 'PAYMENT_COMPLETED',
      userId: 'stripe',
      subjectId: 'ord_something',
      details: { customerId, by: userId },
    })
    .go()
}
