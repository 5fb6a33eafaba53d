import { type Deployment, listStackNames } from './deployment.ts'
import type { Tools } from './tools.ts'

/** By the templates alone, for which the role that looks things up is enough; nothing is deployed. */
export function showDifference(deployment: Deployment, words: readonly string[], tools: Tools): void {
  tools.buildSite(deployment)
  tools.cdk(['diff', ...listStackNames(deployment), '--method', 'template', '--context', 'synthOnly=true', ...words])
}
