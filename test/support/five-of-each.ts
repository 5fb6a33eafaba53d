import type { PracticePerson } from './people.ts'
import type { TestPractice } from './practice.ts'

const FIVE = ['00001', '00002', '00003', '00004', '00005']

/** Two items share each instant, so that the order falls back to the id. */
const dayOf = (index: number) => `2026-10-0${1 + Math.floor(index / 2)}`

export async function writeFiveOfEachItem(
  { data }: TestPractice,
  { customerId, userId }: PracticePerson,
): Promise<void> {
  for (const [index, number] of FIVE.entries()) {
    const createdAt = `${dayOf(index)}T10:00:00.000Z`
    const about = { customerId, createdAt }
    await Promise.all([
      ...consultationsAt(data, customerId, { number, createdAt }),
      ...purchasesAt(data, customerId, { number, createdAt }),
      ...supplementAndFile(data, about, number),
      data.auditEntries
        .create({
          auditId: `aud_000${number}`,
          month: '2026-10',
          createdAt,
          action: 'CUSTOMER_CHANGED',
          userId: 'usr_boss',
          subjectId: customerId,
        })
        .go(),
      data.mails
        .put({
          ...about,
          mailId: `mai_000${number}`,
          to: 'lucia@correo.test',
          content: { kind: 'new-device', name: 'Lucía', device: 'Firefox en Linux', at: createdAt },
          status: 'sent',
          attempts: 1,
          nextAttemptAt: createdAt,
        })
        .go(),
      data.questionnaireVersions
        .put({ customerId, version: index + 1, savedAt: createdAt, savedBy: userId, answers: {} })
        .go(),
      ...peopleAt(data, number, createdAt),
    ])
  }
}

type At = { readonly number: string; readonly createdAt: string }
type Data = TestPractice['data']

const consultationsAt = (data: Data, customerId: string, { number, createdAt }: At) => [
  data.consultations
    .put({
      customerId,
      consultationId: `con_000${number}`,
      startsAt: createdAt.replace('2026-10', '2026-12'),
      durationMinutes: 60,
      type: 'general',
      status: 'scheduled',
      toConfirm: false,
      version: 1,
      sequence: 1,
      createdAt,
    })
    .go(),
  ...notesAt(data, customerId, { number, createdAt }),
  ...analysesAt(data, customerId, { number, createdAt }),
]

const notesAt = (data: Data, customerId: string, { number, createdAt }: At) => {
  const of = { customerId, consultationId: `con_000${number}`, startsAt: createdAt, type: 'general' } as const
  const saved = { plan: `Plan ${number}`, savedAt: createdAt, savedBy: 'usr_boss', edition: 1 }
  return [
    data.sessionNotes.put({ ...of, ...saved, version: 1, editionBegunAt: createdAt }).go(),
    data.sessionNotesEditions
      .put({ ...saved, customerId, consultationId: 'con_of-nobody', edition: Number(number) })
      .go(),
    data.sessionSummaries.put({ ...of, text: number, sharedAt: createdAt, sharedBy: 'usr_boss' }).go(),
  ]
}

const analysesAt = (data: Data, customerId: string, { number, createdAt }: At) => {
  const of = { sampledOn: createdAt.slice(0, 10), laboratory: `Laboratorio ${number}`, method: 'ELISA', values: [] }
  const saved = { version: 1, createdAt, savedAt: createdAt, savedBy: 'usr_boss' }
  const published = { publishedAt: createdAt, firstPublishedAt: createdAt, publishedBy: 'usr_boss' }
  return [
    data.analyses.put({ ...of, ...saved, customerId, analysisId: `ana_000${number}` }).go(),
    data.analysisEditions
      .put({ ...of, ...published, customerId, analysisId: `ana_000${number}`, edition: 1, state: 'current' })
      .go(),
    data.analysisEditions
      .put({ ...of, ...published, customerId, analysisId: 'ana_of-nobody', edition: Number(number), state: 'replaced' })
      .go(),
  ]
}

const purchasesAt = (data: Data, customerId: string, { number, createdAt }: At) => {
  const bought = { customerId, orderId: `ord_000${number}`, concept: 'Primera consulta', paidAt: createdAt }
  return [
    data.ordersToSchedule.put(bought).go(),
    data.payments
      .put({
        ...bought,
        paymentId: `pay_000${number}`,
        amountCents: 8000,
        refundedCents: 0,
        currency: 'eur',
        status: 'completed',
        receiptNumber: `2026-${number}`,
      })
      .go(),
  ]
}

const supplementAndFile = (data: Data, about: { customerId: string; createdAt: string }, number: string) => [
  data.clientSupplements
    .put({
      ...about,
      clientSupplementId: `csu_000${number}`,
      supplementId: `sup_000${number}`,
      name: `Magnesio ${number}`,
      amount: 1,
      unit: 'g',
      frequency: '1 vez al día',
      times: ['Noche'],
      foodRelation: 'Indiferente',
      pattern: 'Continuo',
      startDate: '2026-10-01',
      status: 'active',
      version: 1,
    })
    .go(),
  data.messages
    .put({
      customerId: about.customerId,
      messageId: `msg_0000000${number}`,
      from: 'client',
      sentBy: 'usr_boss',
      text: number,
      sentAt: about.createdAt,
    })
    .go(),
  data.clientFiles
    .put({
      ...about,
      fileId: `fil_000${number}`,
      fileType: 'invoice',
      fileKey: `${about.customerId}/invoice/${number}.pdf`,
      fileName: `Factura ${number}.pdf`,
      sizeBytes: 1,
      status: 'available',
      uploadedBy: 'usr_boss',
    })
    .go(),
  data.clientFiles
    .put({
      ...about,
      fileId: `fil_001${number}`,
      fileType: 'analytics',
      fileKey: `${about.customerId}/analytics/${number}.pdf`,
      fileName: `Análisis ${number}.pdf`,
      sizeBytes: 1,
      status: 'rejected',
      rejectedBecause: 'type-mismatch',
      uploadedBy: 'usr_boss',
    })
    .go(),
]

const peopleAt = (data: Data, number: string, createdAt: string) => {
  const person = { name: `Ana ${number}`, email: `ana-${number}@correo.test` }
  return [
    data.customers.put({ ...person, customerId: `cus_000${number}`, createdAt }).go(),
    data.removedCustomers
      .put({
        ...person,
        customerId: `cus_gone${number}`,
        createdAt,
        removedAt: createdAt.replace('2026-10', '2026-11'),
        accountClosed: false,
      })
      .go(),
    data.users
      .put({
        userId: `usr_000${number}`,
        email: person.email,
        firstName: 'Ana',
        lastName: number,
        role: 'cliente',
        status: 'active',
        createdAt,
      })
      .go(),
    data.customerListEntries
      .put({ customerId: `cus_000${number}`, order: 'activity', list: 'inactive', place: createdAt, state: 'to-book' })
      .go(),
    data.practiceNotices
      .put({
        noticeId: `not_000${number}`,
        kind: 'payment',
        customerId: `cus_000${number}`,
        happenedAt: createdAt,
        createdAt,
        expiresAtEpoch: 1_900_000_000,
      })
      .go(),
    data.withdrawals.put({ ...person, withdrawalId: `wdr_000${number}`, requestedAt: createdAt, mailed: true }).go(),
  ]
}
