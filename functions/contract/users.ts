import * as z from 'zod/mini'
import { endpoint, roles } from './endpoint.ts'
import { Line } from './text.ts'
import { Email, Instant, pageOf, PageQuery, UserId } from './values.ts'

/** What was done to an account and Cognito has yet to hear of. */
export const unfinishedChanges = ['invitation', 'role', 'removal'] as const

export const User = z.object({
  id: UserId,
  name: z.nullable(z.string()),
  email: z.string(),
  role: z.enum(roles),
  createdAt: Instant,
  emailConfirmed: z.boolean(),
  /** A change that has not reached Cognito yet; repeating it completes it. */
  unfinished: z.optional(z.enum(unfinishedChanges)),
})
export type User = z.infer<typeof User>

const params = z.object({ userId: UserId })

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, { search: z.optional(Line.check(z.maxLength(100))) }),
    reply: z.extend(pageOf(User), { matching: z._default(z.nullable(z.number()), null) }),
    audit: 'none',
    refusals: [],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users',
    allow: ['administrador'],
    opens: 'list',
    assurance: 'fresh',
    body: z.strictObject({
      email: Email,
      role: z._default(z.enum(roles), 'administrador'),
      /**
       * Whether the client takes over the record of a former account with this address: the administrator has verified
       * that it is the same person, because the address alone would bypass a second factor. Asked when there is such a
       * record.
       */
      handOver: z.optional(z.boolean()),
    }),
    reply: User,
    audit: 'USER_INVITED',
    refusals: ['email-taken', 'former-record', 'changed-meanwhile'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/users/{userId}/invitation',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: z.object({ sent: z.literal(true) }),
    audit: 'USER_INVITED',
    refusals: ['already-confirmed'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/users/{userId}/role',
    allow: ['administrador'],
    opens: 'list',
    assurance: 'fresh',
    params,
    body: z.strictObject({ role: z.enum(roles) }),
    reply: User,
    audit: 'UPDATE on user_roles',
    refusals: ['own-account', 'last-administrator', 'changed-meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/{userId}',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'USER_REMOVED',
    refusals: ['own-account', 'last-administrator'],
  }),
}
