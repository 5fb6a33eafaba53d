import * as z from 'zod/mini'

const StageConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  oauthDomain: z.string(),
  /** Only where the user pool is not on Amazon's endpoint, as on the local machine. */
  userPoolEndpoint: z.optional(z.string()),
})
export type StageConfig = z.infer<typeof StageConfig>

let known: Promise<StageConfig> | undefined

async function fetchConfig(): Promise<StageConfig> {
  const response = await fetch('/config.json')
  return StageConfig.parse(await response.json())
}

/** Fetched once; a failed attempt is not cached. */
export function loadStageConfig(): Promise<StageConfig> {
  known ??= fetchConfig().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}
