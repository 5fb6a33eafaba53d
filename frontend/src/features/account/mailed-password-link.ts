import * as z from 'zod/mini'
import { parseMailedLink } from '#contract/mailed-links'

const MailedPasswordLink = z.object({
  email: z.string().check(z.minLength(1)),
  code: z.string().check(z.minLength(1)),
  invited: z.boolean(),
  /** Identifies a known visitor; for a reset mail it also lets the server check the code. */
  token: z.optional(z.string()),
})
export type MailedPasswordLink = z.infer<typeof MailedPasswordLink>

interface Place {
  readonly hash: string
  readonly state: unknown
}

/** Moves the code from the URL to the history state, which survives a reload and is not visible to other pages. */
export function readMailedPasswordLink({ hash, state }: Place): {
  link: MailedPasswordLink | undefined
  inAddress: boolean
} {
  const given = parseMailedLink(hash)
  const token = given.get('link') ?? undefined
  const invited = given.get('type') === 'invite'
  const written = { email: given.get('email'), code: given.get('code'), invited, token }
  const inAddress = MailedPasswordLink.safeParse(written)
  if (inAddress.success) return { link: inAddress.data, inAddress: true }
  const kept = z.object({ link: MailedPasswordLink }).safeParse(state)
  return { link: kept.success ? kept.data.link : undefined, inAddress: false }
}
