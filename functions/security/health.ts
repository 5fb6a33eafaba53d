import type { security } from '#contract/security'
import { pingTable } from '#data/ping-table'
import type { Action } from '#platform/serve'

export const readHealth: Action<typeof security.health> = async (_, { data }) => {
  await pingTable(data)
  return { status: 'ok' }
}
