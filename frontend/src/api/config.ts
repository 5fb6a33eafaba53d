import * as z from 'zod/mini'

/** What a stage tells its browsers, served as `/config.json`. */
const StageConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  oauthDomain: z.string(),
  /** Only where the user pool is not Amazon's own. */
  userPoolEndpoint: z.optional(z.string()),
})
export type StageConfig = z.infer<typeof StageConfig>

let known: Promise<StageConfig> | undefined

async function fetchConfig(): Promise<StageConfig> {
  const response = await fetch('/config.json')
  return StageConfig.parse(await response.json())
}

/** The stage's configuration, asked for once; a failed try is not remembered. */
export function stageConfig(): Promise<StageConfig> {
  known ??= fetchConfig().catch((error: unknown) => {
    known = undefined
    throw error
  })
  return known
}
