import * as z from 'zod'
import { endpoint, roles } from './endpoint.ts'
import { Email, Instant, pageOf, PageQuery, UserId } from './values.ts'

/** An account of the practice as its administrators see it. */
export const User = z.object({
  id: UserId,
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  createdAt: Instant,
  emailConfirmed: z.boolean(),
  /** What was done to the account and reached only half of where it had to: the same again finishes it. */
  unfinished: z.enum(['invitation', 'role', 'removal']).optional(),
})
export type User = z.infer<typeof User>

const params = z.object({ userId: UserId })

export const users = {
  /** admin-get-users, a page at a time, newest first. */
  list: endpoint({
    method: 'GET',
    path: '/users',
    allow: ['administrador'],
    query: PageQuery,
    reply: pageOf(User),
    audit: 'none',
    refusals: [],
  }),
  /** admin-invite-user: makes the account and mails a link with which its owner chooses a password. */
  invite: endpoint({
    method: 'POST',
    path: '/users',
    allow: ['administrador'],
    assurance: 'fresh',
    body: z.strictObject({ email: Email, role: z.enum(roles).default('administrador') }),
    reply: User,
    audit: 'USER_INVITED',
    refusals: ['email-taken'],
  }),
  /** Sends the invitation, or the verification mail, once more. */
  resend: endpoint({
    method: 'POST',
    path: '/users/{userId}/invitation',
    allow: ['administrador'],
    params,
    reply: z.object({ sent: z.literal(true) }),
    audit: 'USER_INVITED',
    refusals: ['already-confirmed'],
  }),
  /** Changes a role and ends the sessions of whoever has it. */
  changeRole: endpoint({
    method: 'PUT',
    path: '/users/{userId}/role',
    allow: ['administrador'],
    assurance: 'fresh',
    params,
    body: z.strictObject({ role: z.enum(roles) }),
    reply: User,
    audit: 'UPDATE on user_roles',
    refusals: ['own-account', 'last-administrator', 'changed-meanwhile'],
  }),
  /** admin-delete-user: the account signs in no more; what the law keeps stays where no panel shows it. */
  remove: endpoint({
    method: 'DELETE',
    path: '/users/{userId}',
    allow: ['administrador'],
    assurance: 'fresh',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'USER_REMOVED',
    refusals: ['own-account', 'last-administrator'],
  }),
}
