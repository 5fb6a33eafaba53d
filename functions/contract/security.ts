import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const security = {
  /** Whether the product can serve: the table answers. Says no more to strangers. */
  health: endpoint({
    method: 'GET',
    path: '/health',
    allow: 'everyone',
    reply: z.object({ status: z.literal('ok') }),
    audit: 'none',
    refusals: [],
  }),
}
