import { join } from 'node:path'
import { SITE_FOLDER_CONTEXT } from '../../lib/built-site.ts'
import { type Deployment, listStackNames } from './deployment.ts'
import type { Tools } from './tools.ts'

/** Compares templates only, for which the lookup role is sufficient; deploys nothing. */
export function showStackDiff(deployment: Deployment, words: readonly string[], tools: Tools): void {
  const folder = tools.createFolder()
  const site = tools.buildSite(deployment, folder)
  const context = ['--context', 'synthOnly=true', '--context', `${SITE_FOLDER_CONTEXT}=${site}`]
  const output = ['--output', join(folder, 'cdk.out')]
  tools.cdk(['diff', ...listStackNames(deployment), '--method', 'template', ...context, ...output, ...words])
}
