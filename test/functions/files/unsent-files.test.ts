import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { files } from '#contract/files'
import { messages } from '#contract/messages'
import { createLambdaHandler as serveFiles } from '../../../functions/files/handler.ts'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler as serveSweep } from '../../../functions/files/sweep-unfinished.handler.ts'
import { createLambdaHandler as serveMessages } from '../../../functions/messages/handler.ts'
import { startTestS3, submitUploadForm, testBucket } from '../../local/s3/start-test-s3.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createAdministrador,
  createCliente,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const aPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
const notAPdf = Buffer.from('x'.repeat(aPdf.byteLength))
const CLEAN = 'NO_THREATS_FOUND'

async function aClientWithFiles() {
  const s3 = await startTestS3()
  onTestFinished(() => s3.client.destroy())
  const clientFiles = createClientFileStorage(testBucket, s3.client)
  const practice = await createTestPractice({ clientFiles: { ...clientFiles, scanStatus: async () => CLEAN } })
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  const { customerId } = client
  const ask = createEndpointCaller(serveFiles(() => practice))
  const askMessages = createEndpointCaller(serveMessages(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const upload = async (bytes = aPdf) => {
    const body = { fileName: 'foto.pdf', sizeBytes: bytes.byteLength }
    const { body: offered } = await ask(files.offerUploadOfMine, { as: as(), body })
    await submitUploadForm(offered, { body: bytes })
    await ask(files.completeUploadOfMine, { as: as(), params: { fileId: offered.fileId } })
    return offered.fileId
  }
  const find = async () => {
    const { data: found } = await practice.data.clientFiles.query.byCustomer({ customerId }).go({ consistent: true })
    return found.map(({ fileId }) => fileId)
  }
  return {
    practice,
    upload,
    find,
    tasksOf: async (administrador: PracticePerson = boss) => {
      const { body } = await ask(files.listRejected, { as: createPasswordSessionClaims(administrador, practice) })
      return body.items.map(({ fileId }) => fileId)
    },
    seenBy: async (who: 'client' | 'practice', fileId: string) => {
      const query = { fileType: 'message' as const }
      const params = { customerId, fileId }
      const [list, link] =
        who === 'client'
          ? await Promise.all([
              ask(files.listMine, { as: as(), query }),
              ask(files.downloadMine, { as: as(), params: { fileId } }),
            ])
          : await Promise.all([
              ask(files.listOfCustomer, { as: asBoss(), params: { customerId }, query }),
              ask(files.downloadOfCustomer, { as: asBoss(), params }),
            ])
      return { listed: list.body.items.map((each) => each.fileId), link: link.status }
    },
    answer: (fileIds: readonly string[]) =>
      askMessages(messages.sendToCustomer, {
        as: asBoss(),
        params: { customerId },
        body: { requestId: crypto.randomUUID(), text: null, fileIds: [...fileIds] },
      }),
    ofPractice: async (fileType: 'analytics' | 'message' = 'analytics', bytes = aPdf) => {
      const params = { customerId }
      const body = { fileType, fileName: 'heces.pdf', sizeBytes: bytes.byteLength }
      const { body: offered } = await ask(files.offerUpload, {
        as: asBoss(),
        params,
        body,
      })
      await submitUploadForm(offered, { body: bytes })
      const one = { as: asBoss(), params: { ...params, fileId: offered.fileId } }
      await ask(files.completeUpload, one)
      return offered.fileId
    },
    send: (fileIds: readonly string[]) =>
      askMessages(messages.sendMine, {
        as: as(),
        body: { requestId: crypto.randomUUID(), text: null, fileIds: [...fileIds] },
      }),
    sweep: serveSweep(() => practice),
    bytesOf: async (fileKey: string) => clientFiles.versions(fileKey),
  }
}

describe('A-58 a file that was uploaded for a message', () => {
  test('goes with its bytes when nobody has sent it after eight days, and what was sent or is no message’s stays', async () => {
    const { practice, upload, ofPractice, send, sweep, find, bytesOf } = await aClientWithFiles()
    const [unsent, sent] = [await upload(), await upload()]
    const analysis = await ofPractice()
    expect((await send([sent])).status).toBe(201)
    const { data: stored } = await practice.data.clientFiles.scan.go()
    const fileKey = stored.find(({ fileId }) => fileId === unsent)?.fileKey ?? ''
    expect(await bytesOf(fileKey)).toHaveLength(1)

    practice.clock.advance({ days: 7, hours: 23 })
    expect(await sweep()).toEqual({ swept: 0, reviewed: 0 })
    practice.clock.advance({ hours: 2 })
    expect(await sweep()).toEqual({ swept: 1, reviewed: 0 })

    expect((await find()).toSorted()).toEqual([sent, analysis].toSorted())
    expect(await bytesOf(fileKey)).toEqual([])
    expect((await listAuditChanges(practice)).filter(({ action }) => action === 'FILE_REMOVED')).toHaveLength(1)
    expect(await sweep()).toEqual({ swept: 0, reviewed: 0 })
  })

  test('is seen by its writer alone until it is sent', async () => {
    const { upload, ofPractice, seenBy, send, answer } = await aClientWithFiles()
    const [ofClient, ofBoss] = [await upload(), await ofPractice('message')]

    expect(await seenBy('client', ofBoss)).toEqual({ listed: [ofClient], link: 404 })
    expect(await seenBy('practice', ofClient)).toEqual({ listed: [ofBoss], link: 404 })
    expect(await seenBy('client', ofClient)).toMatchObject({ link: 200 })

    await send([ofClient])
    await answer([ofBoss])
    expect(await seenBy('client', ofBoss)).toEqual({ listed: [ofBoss, ofClient], link: 200 })
    expect(await seenBy('practice', ofClient)).toEqual({ listed: [ofBoss, ofClient], link: 200 })
  })

  test('is no task of the practice when it was rejected, unless it is sent', async () => {
    const { upload, send, tasksOf, seenBy } = await aClientWithFiles()
    const [unsent, sent] = [await upload(notAPdf), await upload(notAPdf)]
    expect(await tasksOf()).toEqual([])

    await send([sent])

    expect(await tasksOf()).toEqual([sent])
    expect((await seenBy('practice', unsent)).listed).toEqual([sent])
  })

  test('of an administrador is a task of nobody else when it was rejected', async () => {
    const { practice, ofPractice, tasksOf } = await aClientWithFiles()
    const colleague = await createAdministrador(practice)
    const [analysis, unsent] = [await ofPractice('analytics', notAPdf), await ofPractice('message', notAPdf)]

    expect((await tasksOf()).toSorted()).toEqual([analysis, unsent].toSorted())
    expect(await tasksOf(colleague)).toEqual([analysis])
  })

  test('goes after eight days also where it was rejected; a rejected one that was sent, or is no message’s, stays', async () => {
    const { practice, upload, ofPractice, send, sweep, find } = await aClientWithFiles()
    const sent = await upload(notAPdf)
    await upload(notAPdf)
    const analysis = await ofPractice('analytics', notAPdf)
    await send([sent])

    practice.clock.advance({ days: 7, hours: 23 })
    expect(await sweep()).toEqual({ swept: 0, reviewed: 0 })
    practice.clock.advance({ hours: 2 })
    expect(await sweep()).toEqual({ swept: 1, reviewed: 0 })

    expect((await find()).toSorted()).toEqual([sent, analysis].toSorted())
    expect(await sweep()).toEqual({ swept: 0, reviewed: 0 })
  })

  test('stays where it is sent after the sweep has found it', async () => {
    const { practice, upload, send, sweep, find } = await aClientWithFiles()
    await upload()
    practice.clock.advance({ minutes: 1 })
    const sent = await upload()
    practice.clock.advance({ days: 9 })
    vi.spyOn(practice.clientFiles, 'removeVersions').mockImplementationOnce(async () => {
      expect((await send([sent])).status).toBe(201)
    })

    expect(await sweep()).toEqual({ swept: 1, reviewed: 0 })

    expect(await find()).toEqual([sent])
  })

  test('goes, and is named to whoever sends it, where it goes while they send it', async () => {
    const { practice, upload, send, sweep, find } = await aClientWithFiles()
    const fileId = await upload()
    practice.clock.advance({ days: 9 })
    interruptNextWrite(practice, 'message', sweep)

    const sent = await send([fileId])

    expect(sent.body.problems).toHaveProperty(['fileIds.0'])
    expect(await find()).toEqual([])
  })

  test('cannot be sent any more once it is on its way out', async () => {
    const { practice, upload, send, sweep, find } = await aClientWithFiles()
    const fileId = await upload()
    practice.clock.advance({ days: 9 })
    vi.spyOn(practice.clientFiles, 'removeVersions').mockRejectedValueOnce(new Error('S3 does not answer'))

    await expect(sweep()).rejects.toThrow('1 uploads were not ended')

    expect((await send([fileId])).body.problems).toHaveProperty(['fileIds.0'])
    expect(await find()).toEqual([fileId])
    expect(await sweep()).toMatchObject({ swept: 1 })
    expect(await find()).toEqual([])
  })

  test('that cannot be discarded is tried in each run and holds up none of those after it', async () => {
    const { practice, upload, sweep, find } = await aClientWithFiles()
    const stuck = await upload()
    practice.clock.advance({ minutes: 1 })
    await upload()
    practice.clock.advance({ days: 9 })
    const removal = vi
      .spyOn(practice.clientFiles, 'removeVersions')
      .mockRejectedValueOnce(new Error('S3 does not answer'))
    const sweepFails = async () => (await sweep().catch(() => 'failed')) === 'failed'

    expect(await sweepFails()).toBe(true)
    expect(await find()).toEqual([stuck])
    const { data: checkpoint } = await practice.data.jobCheckpoints.get({ job: 'files/discard-unsent' }).go()
    expect(checkpoint?.state).toMatchObject({ until: '2026-11-21T09:01:00.000Z', failed: [{ fileId: stuck }] })

    removal.mockRejectedValueOnce(new Error('S3 does not answer'))
    expect(await sweepFails()).toBe(true)
    expect(await sweep()).toMatchObject({ swept: 1 })
    expect(await find()).toEqual([])
  })

  test('is looked at once, however many there are', async () => {
    const { practice, upload, send, sweep } = await aClientWithFiles()
    const fileId = await upload()
    await send([fileId])
    practice.clock.advance({ days: 9 })
    await sweep()

    const { data: checkpoint } = await practice.data.jobCheckpoints.get({ job: 'files/discard-unsent' }).go()

    expect(checkpoint?.state).toEqual({ until: '2026-11-21T09:00:00.000Z', failed: [] })
  })
})
