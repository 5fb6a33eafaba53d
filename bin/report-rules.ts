import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { EdgeStack } from '../lib/edge-stack.ts'
import { PracticeStack } from '../lib/practice-stack.ts'
import { deploymentStages } from '../lib/stages.ts'
import { controlTowerExceptions } from './rules/control-tower-exceptions.ts'
import { findControlTowerFindings } from './rules/control-tower-findings.ts'
import { compareWithExceptions, findHipaaFindings, type RuleFinding } from './rules/explain-findings.ts'
import { hipaaExceptions, type RuleException } from './rules/hipaa-exceptions.ts'

/*
 * Lists the findings of cdk-nag's HIPAA rules and of AWS Control Tower's rules in `prod`, with the reason for accepting
 * each. Exits with 1 if a finding has no exception, or an exception no finding.
 */
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
const outdir = mkdtempSync(join(tmpdir(), 'rules-'))
const app = new App({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false })
new PracticeStack(app, 'prod', deploymentStages.prod)
new EdgeStack(app, 'prod')

function report(findings: readonly RuleFinding[], exceptions: Readonly<Record<string, RuleException>>): void {
  const { unexplained, needless } = compareWithExceptions(findings, exceptions)
  for (const [rule, of] of Object.entries(Object.groupBy(findings, ({ rule: name }) => name)))
    console.info(`${rule}: ${of?.length}\n  ${exceptions[rule]?.reason ?? '-'}\n`)
  for (const { rule, path, description } of unexplained) console.error(`unexplained: ${rule} ${path}\n  ${description}`)
  for (const exception of needless) console.error(`not needed: ${exception}`)
  if (unexplained.length + needless.length > 0) process.exitCode = 1
}

report(findHipaaFindings(app), hipaaExceptions)
app.synth()
report(findControlTowerFindings(outdir), controlTowerExceptions)
rmSync(outdir, { recursive: true })
