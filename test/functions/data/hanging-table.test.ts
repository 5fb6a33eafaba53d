import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { openRawTableAccess } from '#data/raw-table-access'
import { createTableClient } from '#data/table'
import { rejectionWithin, startHangingService, stubAwsEndpoint } from '../../support/hanging-service.ts'

test('a table that accepts calls and answers none is given up after three tries, and does not take all of the function’s time', async () => {
  const { asked, config } = await startHangingService()
  const client = createTableClient({ ...config, attemptMs: 50 })

  const reading = client.send(new GetItemCommand({ TableName: 'practice', Key: { pk: { S: '1' }, sk: { S: '1' } } }))

  await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(asked).toHaveLength(3)
})

test('what exports and erases all that a person has gives such a table up within 15 seconds', async () => {
  const { asked, endpoint } = await startHangingService()
  stubAwsEndpoint(endpoint)
  const item = { pk: '$health#customerid_cus_00000001', sk: '$questionnaire_1', __edb_e__: 'questionnaire' }

  const rejection = await rejectionWithin(15, asked, () => openRawTableAccess('practice').remove(item))

  expect(rejection).toMatchObject({ name: 'TimeoutError' })
})
