import { expect, test } from 'vitest'
import { files } from '#contract/files'
import type { ClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler } from '../../../functions/files/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/files/sweep-unfinished.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

const aPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')

async function aRecord() {
  const gone: string[] = []
  const meanwhile = { looking: async () => {}, removing: async () => {} }
  const clientFiles: ClientFileStorage = {
    offer: async (key) => ({ url: 'https://files.test/', fields: { key } }),
    versions: async () => [{ versionId: '1', sizeBytes: aPdf.byteLength }],
    scanStatus: async () => 'NO_THREATS_FOUND',
    head: async () => {
      await meanwhile.looking()
      return aPdf
    },
    link: async ({ key }) => `https://files.test/${key}`,
    removeVersions: async ({ key }) => {
      gone.push(key)
      await meanwhile.removing()
    },
  }
  const practice = await createTestPractice({ clientFiles })
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  const offer = async (fileName = 'Análisis.pdf') =>
    (
      await ask(files.offerUpload, {
        as: as(),
        params: { customerId },
        body: { fileType: 'analytics', fileName, sizeBytes: aPdf.byteLength },
      })
    ).body
  const complete = (fileId: string) => ask(files.completeUpload, { as: as(), params: { customerId, fileId } })
  const remove = (fileId: string) => ask(files.remove, { as: as(), params: { customerId, fileId } })
  const listed = async () =>
    (await ask(files.listMine, { as: createPasswordSessionClaims(client, practice), query: { fileType: 'analytics' } }))
      .body.items
  return { practice, meanwhile, gone, offer, complete, remove, listed }
}

test('a file that is removed while it is being looked at is not said to be there', async () => {
  const { meanwhile, offer, complete, remove, listed } = await aRecord()
  const { fileId } = await offer()
  meanwhile.looking = async () => void (await remove(fileId))

  const { status, body } = await complete(fileId)

  expect([status, body.code]).toEqual([404, 'not-found'])
  expect(await listed()).toEqual([])
})

test('the sweep leaves a file that is completed while it is at work on another', async () => {
  const { practice, meanwhile, gone, offer, complete, listed } = await aRecord()
  const [one, other] = [await offer('Uno.pdf'), await offer('Otro.pdf')]
  practice.clock.advance({ hours: 2 })
  meanwhile.removing = async () => {
    meanwhile.removing = async () => {}
    await complete(gone[0] === one.fields['key'] ? other.fileId : one.fileId)
  }

  const swept = await sweeping(() => practice)()

  expect(swept).toEqual({ swept: 1, reviewed: 0 })
  expect(gone).toHaveLength(1)
  expect(await listed()).toHaveLength(1)
})
