import { AsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../support/endpoints.ts'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import {
  createAdministrador,
  createCliente,
  createClienteWithoutConsent,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

const refused = (code: string, status = 409) => ({ status, body: { code } })

async function aConsultation(person: typeof createCliente = createCliente) {
  const practice = await createTestPractice()
  const [elena, nuria, client] = [
    await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' }),
    await createAdministrador(practice, { firstName: 'Nuria', lastName: 'Sanz' }),
    await person(practice),
  ]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = (someone: PracticePerson) => createPasswordSessionClaims(someone, practice)
  const { customerId } = client
  const book = async (startsAt: string) => {
    const body = { startsAt, durationMinutes: 60, type: 'seguimiento', customerId } as const
    const { consultationId } = (await ask(consultations.book, { as: as(elena), body })).body
    return { customerId, consultationId }
  }
  const params = await book('2026-11-23T09:00:00.000Z')
  const save = (body: object, by = elena, of = params) => ask(consultations.saveNotes, { as: as(by), params: of, body })
  return {
    practice,
    ask,
    as,
    elena,
    nuria,
    client,
    params,
    book,
    save,
    read: async () => (await ask(consultations.readNotes, { as: as(elena), params })).body,
    editions: async () => (await ask(consultations.listNoteEditions, { as: as(elena), params, query: {} })).body.items,
    share: (version: number) => ask(consultations.shareSummary, { as: as(elena), params, body: { version } }),
    summaries: async () => (await ask(consultations.listSummariesOfMine, { as: as(client), query: {} })).body.items,
    post: async () => {
      practice.clock.advance({ minutes: 10 })
      const mails = await createOutboxReader(practice).post()
      return mails.filter(({ subject }) => subject?.includes('resumen'))
    },
    audited: async () =>
      (await listAuditChanges(practice))
        .filter(({ action }) => action.startsWith('SESSION_'))
        .map(({ action }) => action),
  }
}

test('notes are what was saved last, with who saved them', async () => {
  const { save, read, params } = await aConsultation()
  expect(await read()).toEqual({ notes: null, shared: null })

  await save({ visitReason: 'Hinchazón', version: 0 })
  const saved = await save({ visitReason: 'Hinchazón', plan: 'Menos café', version: 1 })

  expect(saved).toMatchObject({ status: 200, body: { version: 2, edition: 1 } })
  expect((await read()).notes).toEqual({
    consultationId: params.consultationId,
    startsAt: '2026-11-23T09:00:00.000Z',
    type: 'seguimiento',
    visitReason: 'Hinchazón',
    assessment: null,
    plan: 'Menos café',
    summary: null,
    edition: 1,
    savedAt: '2026-11-21T09:00:00.000Z',
    savedBy: 'Elena Prado',
    version: 2,
  })
})

test('of two who write at once the second is refused, and what stands there stays', async () => {
  const { save, nuria, read, practice } = await aConsultation()
  await save({ plan: 'Menos café', version: 0 })

  const second = await save({ plan: 'Más agua', version: 0 }, nuria)
  synchronizeNextWrites(practice, 2)
  const [one, other] = await Promise.all([
    save({ plan: 'De Elena', version: 1 }),
    save({ plan: 'De Nuria', version: 1 }, nuria),
  ])

  expect(second).toMatchObject(refused('changed-meanwhile'))
  expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
  expect((await read()).notes).toMatchObject({ version: 2, plan: one.status === 200 ? 'De Elena' : 'De Nuria' })
})

test('what one person saves within ten minutes is one edition, and each later one keeps what stood before', async () => {
  const { save, editions, audited, practice, nuria } = await aConsultation()
  await save({ plan: 'Uno', version: 0 })
  practice.clock.advance({ minutes: 9 })
  await save({ plan: 'Dos', version: 1 })
  practice.clock.advance({ minutes: 1 })
  await save({ plan: 'Tres', version: 2 })
  await save({ plan: 'Cuatro', version: 3 }, nuria)

  expect((await editions()).map(({ edition, plan, savedBy }) => [edition, plan, savedBy])).toEqual([
    [3, 'Cuatro', 'Nuria Sanz'],
    [2, 'Tres', 'Elena Prado'],
    [1, 'Dos', 'Elena Prado'],
  ])
  expect(await audited()).toEqual(['SESSION_NOTES_SAVED', 'SESSION_NOTES_SAVED', 'SESSION_NOTES_SAVED'])
})

test('what is taken out of the notes is gone from them, and nothing is written where nothing has changed', async () => {
  const { save, read } = await aConsultation()
  await save({ visitReason: 'Hinchazón', plan: 'Menos café', version: 0 })
  await save({ plan: 'Menos café', version: 1 })

  const again = await save({ plan: 'Menos café', version: 2 })

  expect(again).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await read()).notes).toMatchObject({ visitReason: null, plan: 'Menos café', version: 2 })
})

test('the notes of all consultations of a client are listed, the latest consultation first', async () => {
  const { save, ask, as, elena, book, params } = await aConsultation()
  const later = await book('2026-12-14T09:00:00.000Z')
  await save({ plan: 'El segundo', version: 0 }, elena, later)
  await save({ plan: 'El primero', version: 0 }, elena, params)

  const { body } = await ask(consultations.listNotesOfCustomer, {
    as: as(elena),
    params: { customerId: params.customerId },
    query: {},
  })

  expect(body.items.map(({ plan }) => plan)).toEqual(['El segundo', 'El primero'])
})

test('without consent or another legal basis no notes are kept', async () => {
  const { save, read } = await aConsultation(createClienteWithoutConsent)

  expect(await save({ plan: 'Menos café', version: 0 })).toMatchObject(refused('health-basis-required'))
  expect((await read()).notes).toBeNull()
})

test('notes of a consultation that belongs to somebody else, or was removed, are not found', async () => {
  const { practice, ask, as, elena, params, save } = await aConsultation()
  const { customerId } = await createCliente(practice)

  expect(await save({ plan: 'x', version: 0 }, elena, { ...params, customerId })).toMatchObject(
    refused('not-found', 404),
  )
  await ask(consultations.remove, { as: as(elena), params, query: { version: 1 } })
  expect(await save({ plan: 'x', version: 0 })).toMatchObject(refused('not-found', 404))
})

test('the client reads the summary as it was shared, and nothing else of the notes', async () => {
  const { save, share, summaries, params } = await aConsultation()
  await save({ assessment: 'Sospecha de disbiosis', summary: 'Sigue con el magnesio', version: 0 })
  expect(await summaries()).toEqual([])

  await share(1)
  await save({ assessment: 'Sospecha de disbiosis', summary: 'Sin enviar todavía', version: 1 })

  expect(await summaries()).toEqual([
    {
      consultationId: params.consultationId,
      startsAt: '2026-11-23T09:00:00.000Z',
      type: 'seguimiento',
      text: 'Sigue con el magnesio',
      sharedAt: '2026-11-21T09:00:00.000Z',
    },
  ])
})

test('one mail says that the summary is there, and not what it says', async () => {
  const { save, share, post, audited } = await aConsultation()
  await save({ summary: 'Sigue con el magnesio', version: 0 })

  const answers = [await share(1), await share(1)]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [mail, ...others] = await post()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Tienes el resumen de tu consulta en tu panel')
  expect(`${mail?.text} ${mail?.html}`).toContain('/client?tab=consultations')
  expect(`${mail?.text} ${mail?.html}`).not.toContain('magnesio')
  expect(await audited()).toEqual(['SESSION_NOTES_SAVED', 'SESSION_SUMMARY_SHARED'])
})

test('a summary that nobody has written, or that has changed since it was read, is not shared', async () => {
  const { save, share, summaries, nuria } = await aConsultation()
  await save({ plan: 'Menos café', version: 0 })

  expect(await share(1)).toMatchObject(refused('summary-missing'))
  await save({ plan: 'Menos café', summary: 'De Nuria', version: 1 }, nuria)
  expect(await share(1)).toMatchObject(refused('changed-meanwhile'))
  expect(await summaries()).toEqual([])
})

test('no endpoint of a client has a word of the notes in its answer but the summary', async () => {
  const { practice, save, share, client, as, params } = await aConsultation()
  await save({ visitReason: 'secreto', assessment: 'secreto', plan: 'secreto', summary: 'secreto', version: 0 })
  await save({ visitReason: 'secreto', assessment: 'secreto', plan: 'secreto', summary: 'Sigue así', version: 1 })
  await share(2)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const own = allEndpoints.filter(
    ({ domain, endpoint }) =>
      domain === 'consultations' && endpoint.method === 'GET' && endpoint.allow.includes('cliente'),
  )

  const answers = await Promise.all(
    own.map(({ endpoint }) =>
      ask(endpoint, { as: as(client), params, query: { type: 'seguimiento', week: '2026-11-23' } }),
    ),
  )

  expect(own.length).toBeGreaterThan(5)
  expect(answers.some(({ body }) => JSON.stringify(body).includes('Sigue así'))).toBe(true)
  expect(JSON.stringify(answers)).not.toContain('secreto')
})

test.each(['sessionNotes', 'sessionSummary'] as const)(
  'of a client who goes while somebody types, nothing is kept: %s',
  async (written) => {
    const { practice, params, save, share } = await aConsultation()
    const { customerId } = params
    // Runs outside the function under test, whose table access does not allow it.
    const erase = AsyncResource.bind(() => practice.data.customers.delete({ customerId }).go())
    await save({ summary: 'Dormir más', version: 0 })
    interruptNextWrite(practice, written, erase)

    const { status } = written === 'sessionNotes' ? await save({ summary: 'Dormir mejor', version: 1 }) : await share(1)

    expect(status).toBe(404)
    expect((await practice.data.sessionSummaries.scan.go()).data).toEqual([])
    expect((await practice.data.sessionNotes.scan.go()).data.map(({ summary }) => summary)).toEqual(['Dormir más'])
  },
)
