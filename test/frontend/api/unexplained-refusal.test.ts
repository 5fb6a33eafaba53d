import { expect, test, vi } from 'vitest'
import { createApiError } from '../../../frontend/src/api/create-api-error.ts'
import { toErrorMessage } from '../../../frontend/src/api/error-message.ts'

vi.mock('../../../frontend/src/api/refusal-explanations.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a refusal that ends the session waits for no download', async () => {
  expect(await createApiError('session-ended')).toMatchObject({
    text: 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
    field: undefined,
  })
})

test('a refusal whose sentence cannot be downloaded is told all the same', async () => {
  const refusal = await createApiError('slot-taken', {}, 'POST /slots/hold')

  expect(refusal).toMatchObject({ code: 'slot-taken', field: undefined })
  expect(toErrorMessage(refusal)).toBe(
    'No hemos podido hacerlo, y tampoco cargar la explicación. Recarga la página e inténtalo de nuevo.',
  )
})
