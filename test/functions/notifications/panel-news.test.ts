import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { privacy } from '#contract/privacy'
import { supplements } from '#contract/supplements-domain'
import type { PanelNews } from '#data/mail'
import { transactWithPanelNews } from '../../../functions/notifications/public/panel-news.ts'
import { createLambdaHandler } from '../../../functions/supplements/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { erasureConfirmation } from '../../support/privacy-setup.ts'

const course = {
  amount: 200,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Después de comer',
  pattern: 'Continuo',
  instructions: null,
  duration: '3 meses',
  startDate: '2026-11-16',
}

async function createNewsSetup() {
  const practice = await createTestPractice()
  const [client, other] = [await createCliente(practice), await createCliente(practice)]
  const add = async (news: PanelNews, { customerId, email } = client) => {
    const customer = { customerId, email, name: 'Lucía Ferrer' }
    const outcome = await transactWithPanelNews({ customer, news }, practice, (queueNews) =>
      practice.data.transact((entities) => ({ mail: queueNews(entities) })),
    )
    expect(outcome).toEqual({ written: true })
  }
  const { post } = createOutboxReader(practice)
  const readMails = async () => (await post()).map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text }))
  return { practice, client, other, add, readMails }
}

const file = (name: string) => ({ type: 'analytics', fileName: name }) as const
const invoice = (name: string) => ({ type: 'invoice', fileName: name }) as const
const supplement = { type: 'supplement', supplementName: 'Zinc' } as const

test('A-43 seven files of a client, at one moment and within ten minutes, are one mail ten minutes after the first', async () => {
  const { practice, add, readMails } = await createNewsSetup()
  await Promise.all([1, 2, 3, 4, 5].map((each) => add(file(`${each}.pdf`))))
  practice.clock.advance({ minutes: 9 })
  await Promise.all([6, 7].map((each) => add(file(`${each}.pdf`))))
  expect(await readMails()).toEqual([])

  practice.clock.advance({ minutes: 1 })

  expect((await readMails()).map(({ subject }) => subject)).toEqual(['Tienes 7 documentos nuevos en tu panel'])
})

test('A-43 invoices, analyses and supplements of ten minutes are one mail, which names the invoices alone', async () => {
  const { practice, add, readMails } = await createNewsSetup()
  await add(invoice('uno.pdf'))
  await add(file('heces.pdf'))
  await add(supplement)
  await add(invoice('dos.pdf'))

  practice.clock.advance({ minutes: 10 })

  const [mail, ...more] = await readMails()
  expect([mail?.subject, more]).toEqual(['Hay novedades en tu panel', []])
  expect(mail?.text).toContain('Hemos añadido a tu panel 2 facturas: «uno.pdf» y «dos.pdf».')
  expect(mail?.text).toContain('Tienes un documento nuevo en tu panel.')
  expect(mail?.text).toContain('Tu especialista ha actualizado tu pauta.')
  expect(mail?.text).not.toMatch(/heces|Zinc/)
})

test('A-43 an invoice that is removed within ten minutes is announced to nobody, and nor is its name', async () => {
  const { practice, client, add, readMails } = await createNewsSetup()
  const { customerId } = client
  const [mistaken, kept] = ['fil_00000001', 'fil_00000002']
  const stored = { fileType: 'invoice', sizeBytes: 100, status: 'available', uploadedBy: 'usr_practice' } as const
  for (const fileId of [mistaken, kept]) {
    const names = { fileId, fileName: `${fileId}.pdf`, fileKey: `${customerId}/${fileId}` }
    await practice.data.clientFiles
      .put({ ...stored, ...names, customerId, createdAt: practice.now().toISOString() })
      .go()
  }
  await add({ ...invoice('Factura María López.pdf'), fileId: mistaken })
  await add({ ...invoice('dos.pdf'), fileId: kept })
  await practice.data.clientFiles.delete({ customerId, fileId: mistaken }).go()

  practice.clock.advance({ minutes: 10 })

  const mails = await readMails()
  expect(mails.map(({ subject }) => subject)).toEqual(['Tienes una factura nueva en tu panel'])
  expect(mails[0]?.text).toContain('Hemos añadido a tu panel la factura «dos.pdf».')
})

test('A-43 what comes after ten minutes, or is another client’s, is another mail', async () => {
  const { practice, client, other, add, readMails } = await createNewsSetup()
  await add(file('uno.pdf'))
  await add(file('dos.pdf'), other)
  practice.clock.advance({ minutes: 10 })
  await readMails()
  await add(file('tres.pdf'))
  practice.clock.advance({ minutes: 10 })

  const mails = await readMails()

  const countTo = (address: string) => mails.filter(({ to }) => to === address).length
  expect([countTo(client.email), countTo(other.email), mails.length]).toEqual([2, 1, 3])
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Tienes un documento nuevo en tu panel']))
})

test('A-49 whoever wants no mails about files is told of the rest, and of files alone nothing', async () => {
  const { practice, client, add, readMails } = await createNewsSetup()
  const choices = { consultations: true, reminders: true, files: false, supplements: true }
  await practice.data.users.patch({ userId: client.userId }).set({ notifications: choices }).go()
  await add(file('uno.pdf'))
  await add(supplement)
  practice.clock.advance({ minutes: 10 })
  await readMails()
  await add(file('dos.pdf'))
  practice.clock.advance({ minutes: 10 })

  expect((await readMails()).map(({ subject }) => subject)).toEqual(['Tu especialista ha actualizado tu pauta'])
})

test('A-43 a protocol of several supplements is one mail', async () => {
  const { practice, client, readMails } = await createNewsSetup()
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  for (const name of ['Magnesio', 'Zinc', 'Ácido fólico']) {
    const { status } = await ask(supplements.add, {
      as,
      params: { customerId: client.customerId },
      body: { ...course, name, requestId: randomUUID() },
    })
    expect(status).toBe(201)
  }

  practice.clock.advance({ minutes: 10 })

  expect((await readMails()).map(({ subject }) => subject)).toEqual(['Tu especialista ha actualizado tu pauta'])
})

test('whose address was corrected within ten minutes gets all the news at the new one, also what waited', async () => {
  const { practice, client, add, readMails } = await createNewsSetup()
  await add(file('uno.pdf'))
  practice.clock.advance({ minutes: 5 })
  const corrected = { ...client, email: 'corregida@correo.test' }
  await practice.data.customers.patch({ customerId: client.customerId }).set({ email: corrected.email }).go()
  await add(file('dos.pdf'), corrected)

  practice.clock.advance({ minutes: 10 })

  expect((await readMails()).map(({ to, subject }) => [to, subject])).toEqual([
    [corrected.email, 'Tienes 2 documentos nuevos en tu panel'],
  ])
})

test('whoever has asked for deletion gets no notice that was queued before', async () => {
  const { practice, client, add, readMails } = await createNewsSetup()
  await add(file('uno.pdf'))
  const leave = await (
    await createDomainCaller('privacy', practice)
  )(privacy.requestDeletion, { as: createPasswordSessionClaims(client, practice), body: erasureConfirmation })
  expect(leave.status).toBe(200)

  practice.clock.advance({ minutes: 10 })

  expect((await readMails()).map(({ subject }) => subject)).toEqual(['Vamos a eliminar tu cuenta de Hábitat Interior'])
  const { data: mails } = await practice.data.mails.query.byCustomer({ customerId: client.customerId }).go()
  expect(new Set(mails.map(({ status }) => status))).toEqual(new Set(['skipped', 'sent']))
})
