import { AsyncResource } from 'node:async_hooks'
import { describe, expect, test } from 'vitest'
import { anAnalysis, blood, calprotectin, content } from '../../support/analyses.ts'
import { createCliente, createClienteWithoutConsent } from '../../support/people.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

const refused = (code: string, status = 409) => ({ status, body: { code } })

describe('an analysis that is written', () => {
  test('keeps what the laboratory printed, and is nothing to the client before it is published', async () => {
    const { save, ofCustomer, mine, post, params } = await anAnalysis()

    const { status, body } = await save()

    expect(status).toBe(200)
    expect(await ofCustomer()).toEqual([body])
    expect(body).toEqual({
      ...content,
      analysisId: params.analysisId,
      version: 1,
      createdAt: '2026-11-21T09:00:00.000Z',
      savedAt: '2026-11-21T09:00:00.000Z',
      savedBy: 'Elena Prado',
      published: null,
    })
    expect(await mine()).toEqual([])
    expect(await post()).toEqual([])
  })

  test('saved again gives the same answer, and is one line in the log, which says nothing of what it holds', async () => {
    const { save, audited, params } = await anAnalysis()
    const first = await save()

    expect(await save()).toEqual(first)
    expect((await audited()).map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'ANALYSIS_SAVED', details: { analysisId: params.analysisId } },
    ])
  })

  test('saved twice at the same moment is kept once', async () => {
    const { save, ofCustomer, practice } = await anAnalysis()
    await ofCustomer()
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([save(), save()])

    expect(one).toMatchObject({ status: 200, body: { version: 1 } })
    expect(other).toEqual(one)
  })

  test('by two people is refused to the one who did not see the other’s', async () => {
    const { save, ofCustomer } = await anAnalysis()
    await save()
    await save({ findings: 'Mucha variedad', version: 1 })

    expect(await save({ findings: 'Poca', version: 1 })).toEqual(refused('changed-meanwhile'))
    expect(await ofCustomer()).toMatchObject([{ findings: 'Mucha variedad', version: 2 }])
  })

  test.each([
    ['the same marker twice with one unit', { values: [calprotectin, { ...calprotectin, marker: ' CALPROTECTINA ' }] }],
    ['a value without a marker', { values: [{ ...calprotectin, marker: ' ' }] }],
    ['a marker without a value', { values: [{ ...calprotectin, value: '' }] }],
    ['a judgement of its own', { values: [{ ...calprotectin, level: 'alto' }] }],
    ['no laboratory', { laboratory: '' }],
    [
      'more values than a page of a laboratory has',
      {
        values: Array.from({ length: 151 }, (_, index) => ({ ...blood, marker: `Marcador ${index}` })),
      },
    ],
  ])('with %s is refused', async (_, changes) => {
    const { save, ofCustomer } = await anAnalysis()

    expect(await save(changes)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await ofCustomer()).toEqual([])
  })

  test('names one of the client’s own analyses as its report, and nothing else', async () => {
    const { save, aReport, practice } = await anAnalysis()
    const other = await createCliente(practice)

    const fileId = 'fil_12345678'
    expect(await save({ fileId })).toEqual(refused('report-gone'))
    await aReport({ customerId: other.customerId })
    expect(await save({ fileId })).toEqual(refused('report-gone'))
    await aReport({ fileType: 'invoice' })
    expect(await save({ fileId })).toEqual(refused('report-gone'))
  })

  test('of nobody who is there, or of somebody without consent, is refused', async () => {
    const { save } = await anAnalysis(createClienteWithoutConsent)

    expect(await save()).toEqual(refused('health-basis-required'))
    const known = await anAnalysis()
    expect(await known.save({}, { customerId: 'cus_of-nobody', analysisId: 'ana_12345678' })).toEqual(
      refused('not-found', 404),
    )
  })
})

describe('an analysis that is published', () => {
  test('is read by the client, with who signs it, and a mail says that there is something and nothing of it', async () => {
    const { save, publish, mine, post, audited, params } = await anAnalysis()
    await save()

    const { status, body } = await publish(1)

    expect(status).toBe(200)
    const published = { version: 1, edition: 1, publishedAt: '2026-11-21T09:00:00.000Z', seenAt: null }
    expect(body.published).toEqual(published)
    expect(await mine()).toEqual([
      {
        ...content,
        analysisId: params.analysisId,
        edition: 1,
        publishedAt: published.publishedAt,
        publishedBy: 'Elena Prado',
        seenAt: null,
      },
    ])
    const mails = await post()
    expect(mails.map(({ subject }) => subject)).toEqual(['Tienes una explicación nueva en tu panel'])
    expect(mails[0]?.text).not.toMatch(/analíti|análisis|laborator|calprotectina|variedad|tu salud|resultado/i)
    expect((await audited()).at(-1)).toMatchObject({ action: 'ANALYSIS_PUBLISHED', details: { edition: 1 } })
  })

  test('once more, or twice at the same moment, is published and told of once', async () => {
    const { save, publish, editions, post, practice } = await anAnalysis()
    await save()
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([publish(1), publish(1)])

    expect(one).toMatchObject({ status: 200, body: { published: { edition: 1 } } })
    expect(other).toEqual(one)
    expect(await publish(1)).toEqual(one)
    expect(await editions()).toHaveLength(1)
    expect(await post()).toHaveLength(1)
  })

  test('published while somebody saves its next version, is still the one that is corrected and withdrawn', async () => {
    const { practice, save, publish, ofCustomer, mine, remove } = await anAnalysis()
    await save()
    const data = practice.data as { transact: typeof practice.data.transact }
    const { transact } = data
    data.transact = async (plan) => {
      data.transact = transact
      await publish(1)
      return transact(plan)
    }

    const saved = await save({ findings: 'Mucha variedad', version: 1 })
    const [both] = await ofCustomer()
    const corrected = await publish(2)
    const [read] = await mine()
    await remove()

    expect(saved.status).toBe(200)
    expect(both).toMatchObject({ version: 2, published: { version: 1, edition: 1 } })
    expect(corrected).toMatchObject({ status: 200, body: { published: { version: 2, edition: 2 } } })
    expect(read?.findings).toBe('Mucha variedad')
    expect(await mine()).toEqual([])
  })

  test('is the version that was read back: what somebody saved meanwhile is not published unseen', async () => {
    const { save, publish, mine } = await anAnalysis()
    await save()
    await save({ findings: 'Mucha variedad', version: 1 })

    expect(await publish(1)).toEqual(refused('changed-meanwhile'))
    expect(await mine()).toEqual([])
  })

  test('has all three parts in words', async () => {
    const { save, publish, mine } = await anAnalysis()
    await save({ meaning: '' })

    expect(await publish(1)).toEqual(refused('summary-missing'))
    expect(await mine()).toEqual([])
  })

  test('has its report still there', async () => {
    const { save, publish, aReport, practice, client } = await anAnalysis()
    const fileId = await aReport()
    await save({ fileId })
    await practice.data.clientFiles.delete({ customerId: client.customerId, fileId }).go()

    expect(await publish(1)).toEqual(refused('report-gone'))
  })

  test('is not written where the client is erased meanwhile', async () => {
    const { save, publish, practice, client } = await anAnalysis()
    await save()
    // Runs outside the function under test, whose table access does not allow it.
    const erase = AsyncResource.bind(() => practice.data.customers.delete({ customerId: client.customerId }).go())
    interruptNextWrite(practice, 'analysis', erase)

    expect(await publish(1)).toEqual(refused('not-found', 404))
    const { data: left } = await practice.data.analysisEditions.scan.go()
    expect(left).toEqual([])
  })

  test('is nobody else’s to read or to mark', async () => {
    const { save, publish, mine, see, practice } = await anAnalysis()
    await save()
    await publish(1)
    const other = await createCliente(practice)

    expect(await mine(other)).toEqual([])
    expect(await see(1, other)).toEqual(refused('not-found', 404))
    expect(await mine()).toMatchObject([{ seenAt: null }])
  })
})

describe('a correction', () => {
  test('is a version of its own, which tells the client and is new again; the practice reads the earlier one', async () => {
    const { save, publish, mine, see, editions, post, practice, ofCustomer } = await anAnalysis()
    await save()
    await publish(1)
    await see(1)
    await post()
    const corrected = { ...content, values: [{ ...calprotectin, value: '83' }] }

    await save({ ...corrected, version: 1 })

    expect(await mine()).toMatchObject([{ ...content, edition: 1, seenAt: '2026-11-21T09:00:00.000Z' }])
    expect(await ofCustomer()).toMatchObject([{ version: 2, published: { version: 1, edition: 1 } }])
    practice.clock.advance({ days: 1 })
    await publish(2)
    expect(await mine()).toMatchObject([{ ...corrected, edition: 2, seenAt: null }])
    expect(await mine()).toHaveLength(1)
    expect(await editions()).toMatchObject([
      { ...corrected, edition: 2, publishedBy: 'Elena Prado' },
      { ...content, edition: 1, publishedBy: 'Elena Prado' },
    ])
    expect((await post()).map(({ subject }) => subject)).toEqual(['Hay una corrección en tu panel'])
  })

  test('is not seen by whoever has seen the version before', async () => {
    const { save, publish, see, mine } = await anAnalysis()
    await save()
    await publish(1)
    await save({ findings: 'Mucha variedad', version: 1 })
    await publish(2)

    expect(await see(1)).toEqual(refused('not-found', 404))
    expect(await mine()).toMatchObject([{ seenAt: null }])
  })
})

test('that the client has seen it is noted with its first time', async () => {
  const { save, publish, see, practice, ofCustomer } = await anAnalysis()
  await save()
  await publish(1)
  const first = await see(1)
  practice.clock.advance({ hours: 1 })

  expect(await see(1)).toEqual(first)
  expect(first.body).toEqual({ seenAt: '2026-11-21T09:00:00.000Z' })
  expect(await ofCustomer()).toMatchObject([{ published: { seenAt: first.body.seenAt } }])
})

describe('an analysis that is taken back', () => {
  test('is gone for the client at once, and what they read stays on record', async () => {
    const { save, publish, remove, mine, ofCustomer, editions, audited } = await anAnalysis()
    await save()
    await publish(1)

    expect(await remove()).toEqual({ status: 200, body: { removed: true } })

    expect(await mine()).toEqual([])
    expect(await ofCustomer()).toEqual([])
    expect(await editions()).toMatchObject([{ edition: 1, findings: 'Poca variedad' }])
    expect((await audited()).at(-1)).toMatchObject({ action: 'ANALYSIS_REMOVED', details: { edition: 1 } })
    expect(await remove()).toEqual(refused('not-found', 404))
  })

  test('is not one that somebody published at the same moment', async () => {
    const { save, publish, remove, mine, practice } = await anAnalysis()
    await save()
    interruptNextWrite(practice, 'analysis', async () => {
      await publish(1)
    })

    expect(await remove()).toEqual(refused('changed-meanwhile'))
    expect(await mine()).toHaveLength(1)
  })
})

describe('the process', () => {
  test('knows since when results are explained, whether there is a file of them or not', async () => {
    const { save, publish, facts, practice } = await anAnalysis()
    await save()
    expect(await facts()).not.toHaveProperty('resultsExplained')

    await publish(1)
    practice.clock.advance({ days: 1 })

    expect(await facts()).toMatchObject({ resultsExplained: '2026-11-21T09:00:00.000Z' })
  })

  test('knows that they wait to be opened, until they are', async () => {
    const { save, publish, see, facts } = await anAnalysis()
    await save()
    await publish(1)
    expect(await facts()).toMatchObject({ resultsUnseen: '2026-11-21T09:00:00.000Z' })

    await see(1)

    expect(await facts()).not.toHaveProperty('resultsUnseen')
  })

  test('asks the practice to explain what came, until it is published', async () => {
    const { aReport, save, publish, tasks, practice } = await anAnalysis()
    expect(await tasks()).toEqual([])
    const fileId = await aReport()
    expect(await tasks()).toEqual(['2026-11-21T09:00:00.000Z'])
    practice.clock.advance({ hours: 1 })
    await save({ fileId })
    expect(await tasks()).toEqual(['2026-11-21T09:00:00.000Z'])

    await publish(1)
    expect(await tasks()).toEqual([])
    practice.clock.advance({ hours: 1 })
    await save({ fileId, findings: 'Mucha variedad', version: 1 })

    expect(await tasks()).toEqual(['2026-11-21T11:00:00.000Z'])
  })

  test('asks nothing of what came two months ago', async () => {
    const { aReport, tasks, practice } = await anAnalysis()
    await aReport()
    practice.clock.advance({ days: 61 })

    expect(await tasks()).toEqual([])
  })
})

test('that it was read is in the log as an opening of this part of the record', async () => {
  const { save, ofCustomer, editions, practice } = await anAnalysis()
  await save()
  await ofCustomer()
  await editions()

  const { data: entries } = await practice.data.auditEntries.scan.go({ pages: 'all' })
  expect(entries.filter(({ action }) => action === 'CLIENT_DATA_OPENED').map(({ details }) => details)).toEqual([
    { part: 'analyses' },
  ])
})
