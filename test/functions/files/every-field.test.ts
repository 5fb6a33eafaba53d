import { expect, onTestFinished, test } from 'vitest'
import { fileFields, fileTexts, files } from '#contract/files'
import { enteredOf } from '#contract/record'
import { liveClientFiles } from '../../../functions/files/public/client-files.ts'
import { withServices } from '../../../functions/files/handler.ts'
import { cellsOf } from '../../../functions/privacy/cells.ts'
import { asking } from '../../support/asking.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPractice } from '../../support/practice.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'
import { bucket, fill, s3OnAPort } from '../../local/s3/s3-on-a-port.ts'

const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
const entered = {
  ...samplesOfEach(enteredOf(fileFields), 'Muestra'),
  fileName: 'Análisis.pdf',
  fileType: 'analytics',
  sizeBytes: bytes.byteLength,
}

async function anUploadedFile() {
  const s3 = await s3OnAPort()
  onTestFinished(() => s3.client.destroy())
  const practice = await aPractice({ clientFiles: liveClientFiles(bucket, s3.client) })
  const [boss, client] = [await anAdministrador(practice), await aCliente(practice)]
  const ask = asking(withServices(() => practice))
  const as = aPasswordSession(boss, practice)
  const { customerId } = client
  const offered = await ask(files.offerUpload, { as, params: { customerId }, body: entered })
  await fill(offered.body, { body: bytes })
  const params = { customerId, fileId: offered.body.fileId }
  const completed = await ask(files.completeUpload, { as, params })
  return { practice, ask, own: aPasswordSession(client, practice), params, completed }
}

test('every field of a file is kept as it was announced, and shown to the client', async () => {
  const { ask, own, completed } = await anUploadedFile()

  const mine = await ask(files.listMine, { as: own, query: { fileType: 'analytics' } })

  expect(completed.body).toMatchObject(entered)
  expect(mine.body.items).toMatchObject([entered])
})

test('every field of a file stands in the download under a name that people understand', async () => {
  const { practice, params } = await anUploadedFile()
  const { data: stored } = await practice.data.clientFiles.get(params).go()
  const { fileKey: _, uploadedBy: __, ...told } = stored ?? {}

  const { columns, rows } = cellsOf('archivos', [told])

  const texts = Object.values(samplesOfEach(enteredOf(fileTexts), 'Muestra'))
  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(texts))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
