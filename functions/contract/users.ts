import * as z from 'zod/mini'
import { defineEndpoint, roles } from './endpoint.ts'
import { pendingCognitoChanges } from './pending-cognito-changes.ts'
import { SingleLineText } from './text-schemas.ts'
import { AccountEmail, IsoInstant, createPageSchema, PageQuery, UserId } from './value-schemas.ts'

export const UserAccount = z.object({
  id: UserId,
  name: z.nullable(z.string()),
  email: z.string(),
  role: z.enum(roles),
  createdAt: IsoInstant,
  emailConfirmed: z.boolean(),
  unfinished: z.optional(z.enum(pendingCognitoChanges)),
})
export type UserAccount = z.infer<typeof UserAccount>

const params = z.object({ userId: UserId })

export const users = {
  list: defineEndpoint({
    method: 'GET',
    path: '/users',
    allow: ['administrador'],
    opens: 'list',
    query: z.extend(PageQuery, {
      search: z.optional(SingleLineText.check(z.maxLength(100))),
      /** Of the newest first: a search looks for everybody. */
      role: z.optional(z.enum(roles)),
    }),
    reply: z.extend(createPageSchema(UserAccount), {
      matching: z._default(z.nullable(z.number()), null),
      isComplete: z._default(z.boolean(), true),
    }),
    audit: 'none',
    refusals: [],
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/users',
    allow: ['administrador'],
    opens: 'list',
    assurance: 'fresh',
    body: z.strictObject({
      email: AccountEmail,
      role: z._default(z.enum(roles), 'administrador'),
      /**
       * Whether the client takes over the record of a former account with this address. The administrator confirms that
       * it is the same person, because the address alone would bypass a second factor. Asked only when there is such a
       * record.
       */
      handOver: z.optional(z.boolean()),
    }),
    reply: UserAccount,
    audit: 'USER_INVITED',
    refusals: ['email-taken', 'former-record', 'changed-meanwhile'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/users/{userId}/invitation',
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: z.object({ sent: z.literal(true) }),
    audit: 'USER_INVITED',
    refusals: ['already-confirmed'],
  }),
  changeRole: defineEndpoint({
    method: 'PUT',
    path: '/users/{userId}/role',
    allow: ['administrador'],
    opens: 'list',
    assurance: 'fresh',
    params,
    body: z.strictObject({ role: z.enum(roles) }),
    reply: UserAccount,
    audit: 'UPDATE on user_roles',
    refusals: ['own-account', 'last-administrator', 'changed-meanwhile'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/users/{userId}',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'USER_REMOVED',
    refusals: ['own-account', 'last-administrator', 'changed-meanwhile'],
  }),
}
