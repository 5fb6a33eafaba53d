import { type Deployment, listStackNames } from './deployment.ts'
import type { Tools } from './tools.ts'

/** Compares templates only, for which the lookup role is sufficient; deploys nothing. */
export function showStackDiff(deployment: Deployment, words: readonly string[], tools: Tools): void {
  tools.buildSite(deployment)
  tools.cdk(['diff', ...listStackNames(deployment), '--method', 'template', '--context', 'synthOnly=true', ...words])
}
