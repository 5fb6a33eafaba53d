import { expect, onTestFinished, test } from 'vitest'
import { fileFields, fileTextFields } from '#contract/client-file'
import { files } from '#contract/files'
import { getFieldInputSchemas } from '#contract/record-fields'
import { createClientFileStorage } from '../../../functions/files/public/client-file-storage.ts'
import { createLambdaHandler } from '../../../functions/files/handler.ts'
import { itemPrivacyRulesByEntity } from '../../../functions/privacy/item-privacy-rules.ts'
import { toExportTable } from '../../../functions/privacy/export-table.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { testBucket, submitUploadForm } from '../../local/s3/start-test-s3.ts'
import { startScannedS3 } from '../../support/scanned-files.ts'

const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1')
const entered = {
  ...createFieldSamples(getFieldInputSchemas(fileFields), 'Muestra'),
  fileName: 'Análisis.pdf',
  fileType: 'analytics',
  sizeBytes: bytes.byteLength,
}

async function anUploadedFile() {
  const { s3 } = await startScannedS3()
  onTestFinished(() => s3.client.destroy())
  const practice = await createTestPractice({ clientFiles: createClientFileStorage(testBucket, s3.client) })
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  const offered = await ask(files.offerUpload, { as, params: { customerId }, body: entered })
  await submitUploadForm(offered.body, { body: bytes })
  const params = { customerId, fileId: offered.body.fileId }
  const completed = await ask(files.completeUpload, { as, params })
  return { practice, ask, own: createPasswordSessionClaims(client, practice), params, completed }
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
  const { without } = itemPrivacyRulesByEntity.clientFiles
  const told = Object.fromEntries(Object.entries(stored ?? {}).filter(([name]) => !without?.includes(name)))

  const { columns, rows } = toExportTable('archivos', [told])

  const texts = Object.values(createFieldSamples(getFieldInputSchemas(fileTextFields), 'Muestra'))
  expect(rows[0]?.map(({ text }) => text)).toEqual(expect.arrayContaining(texts))
  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
