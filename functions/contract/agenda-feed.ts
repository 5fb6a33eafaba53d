import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'

export const agendaFeedEndpoints = {
  /**
   * The agenda as a calendar (RFC 5545), for programs that support no sign-in: the query contains the secret. Any other
   * secret is `not-found`.
   */
  readFeed: defineEndpoint({
    method: 'GET',
    path: '/agenda/feed',
    allow: 'everyone',
    direct: true,
    query: z.object({ secret: z.optional(SecretToken) }),
    reply: z.string(),
    contentType: 'text/calendar; charset=utf-8',
    audit: 'none',
    refusals: [],
  }),
  readFeedState: defineEndpoint({
    method: 'GET',
    path: '/agenda/feed/state',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ createdAt: z.nullable(IsoInstant) }),
    audit: 'none',
    refusals: [],
  }),
  /** Shows the address only once and ends the previous one. */
  createFeed: defineEndpoint({
    method: 'POST',
    path: '/agenda/feed',
    allow: ['administrador'],
    assurance: 'fresh',
    opens: 'nothing',
    reply: z.object({ url: z.string(), createdAt: IsoInstant }),
    audit: 'AGENDA_FEED_CREATED',
    refusals: [],
  }),
  revokeFeed: defineEndpoint({
    method: 'DELETE',
    path: '/agenda/feed',
    allow: ['administrador'],
    assurance: 'fresh',
    opens: 'nothing',
    reply: z.object({ revoked: z.literal(true) }),
    audit: 'AGENDA_FEED_REVOKED',
    refusals: [],
  }),
}
