import * as z from 'zod/mini'

/** The link of a recovery mail or of an invitation. */
const MailedLink = z.object({
  email: z.string().check(z.minLength(1)),
  code: z.string().check(z.minLength(1)),
  invited: z.boolean(),
  /** Shows that its reader is no stranger; of a recovery mail, the server is asked with it whether the code is still good. */
  token: z.optional(z.string()),
})
export type MailedLink = z.infer<typeof MailedLink>

interface Place {
  readonly search: string
  readonly state: unknown
}

/**
 * The link that led here. Its code does not stay in the address: it moves to the state of this entry of the history, which
 * a reload keeps and another page does not see.
 */
export function mailedLink({ search, state }: Place): { link: MailedLink | undefined; inAddress: boolean } {
  const given = new URLSearchParams(search)
  const token = given.get('link') ?? undefined
  const invited = given.get('type') === 'invite'
  const written = { email: given.get('email'), code: given.get('code'), invited, token }
  const inAddress = MailedLink.safeParse(written)
  if (inAddress.success) return { link: inAddress.data, inAddress: true }
  const kept = z.object({ link: MailedLink }).safeParse(state)
  return { link: kept.success ? kept.data.link : undefined, inAddress: false }
}
