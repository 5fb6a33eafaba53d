import { readFileSync, writeFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { PracticeStack } from '../lib/practice-stack.ts'
import { type DeploymentStage, deploymentStages } from '../lib/stages.ts'
import { readResourceTypes } from './release/resource-types.ts'
import { listStatefulResources } from './release/stateful-resources.ts'
import { readWholeTemplate } from './release/whole-template.ts'

/*
 * Writes the list of stateful resources of this release, which test/lib/upgrade.test.ts compares with later templates.
 * Part of a release, after the version in package.json is set.
 */
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const types = readResourceTypes()

const stages = Object.entries<DeploymentStage>(deploymentStages).map(([name, stage]) => {
  const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false })
  const { Resources } = readWholeTemplate(new PracticeStack(app, name, stage))
  return [name, listStatefulResources(Resources, types)]
})
writeFileSync(
  'lib/released-resources.json',
  `${JSON.stringify({ version, stages: Object.fromEntries(stages) }, null, 2)}\n`,
)
