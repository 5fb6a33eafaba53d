import { join } from 'node:path'
import { SITE_FOLDER_CONTEXT } from '../../lib/built-site.ts'
import { type Deployment, listStackNames } from './deployment.ts'
import type { Tools } from './tools.ts'

/**
 * Compares templates only: of the role it needs to read stacks, and CDK goes on where it may not assume the lookup role. No
 * change set, which the role of a pull request may not make.
 */
export function showStackDiff(deployment: Deployment, words: readonly string[], tools: Tools): void {
  const folder = tools.createFolder()
  const site = tools.buildSite(deployment, folder)
  const context = ['--context', 'synthOnly=true', '--context', `${SITE_FOLDER_CONTEXT}=${site}`]
  const output = ['--output', join(folder, 'cdk.out')]
  tools.cdk(['diff', ...listStackNames(deployment), '--method', 'template', ...context, ...output, ...words])
}
