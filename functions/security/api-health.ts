import type { security } from '#contract/security'
import { pingTable } from '#data/ping-table'
import type { EndpointAction } from '#platform/serve'

export const readApiHealth: EndpointAction<typeof security.health> = async (_, { data }) => {
  await pingTable(data)
  return { status: 'ok' }
}
