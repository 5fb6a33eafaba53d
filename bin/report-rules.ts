import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { EdgeStack } from '../lib/edge-stack.ts'
import { PracticeStack } from '../lib/practice-stack.ts'
import { deploymentStages } from '../lib/stages.ts'
import { compareWithExceptions, findHipaaFindings } from './rules/explain-findings.ts'
import { hipaaExceptions } from './rules/hipaa-exceptions.ts'

/*
 * What the HIPAA rules of cdk-nag find in `prod`, and why each finding is accepted. Ends with 1 when one is not
 * explained, or an explanation is not needed.
 */
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
const app = new App({ context: { ...context, 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false })
new PracticeStack(app, 'prod', deploymentStages.prod)
new EdgeStack(app, 'prod')

const findings = findHipaaFindings(app)
const { unexplained, needless } = compareWithExceptions(findings, hipaaExceptions)
for (const [rule, of] of Object.entries(Object.groupBy(findings, ({ rule: name }) => name)))
  console.info(`${rule}: ${of?.length}\n  ${hipaaExceptions[rule]?.reason ?? '-'}\n`)
for (const { rule, path, description } of unexplained) console.error(`unexplained: ${rule} ${path}\n  ${description}`)
for (const exception of needless) console.error(`not needed: ${exception}`)
process.exitCode = unexplained.length + needless.length > 0 ? 1 : 0
