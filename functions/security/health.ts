import type { security } from '#contract/security'
import { tableAnswers } from '#data/table-answers'
import type { Action } from '#platform/serve'

export const readHealth: Action<typeof security.health> = async (_, { data }) => {
  await tableAnswers(data)
  return { status: 'ok' }
}
