import * as z from 'zod/mini'

export const StageConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  oauthDomain: z.string(),
  /** Set only where the user pool is not on Amazon's endpoint, as on the local machine. */
  userPoolEndpoint: z.optional(z.string()),
})
export type StageConfig = z.infer<typeof StageConfig>
