import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NestedStack } from 'aws-cdk-lib'
import { type DeploymentStage, deploymentStages } from '../../lib/stages.ts'
import { findTemplateResources, fullyConfiguredStage, getWholeTemplate, synthesiseStack } from './synthesised.ts'

/** Three quarters of CloudFormation's limits for a stack: 500 resources and a template of 1 MB. */
const room = { resources: 375, bytes: 750_000 }

const ROUTE = 'AWS::ApiGatewayV2::Route'

const givenByTheCli = {
  'aws:cdk:enable-path-metadata': true,
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:version-reporting': true,
}

interface Measured {
  readonly resources: number
  readonly bytes: number
}

function measure(folder: string, file: string): Measured {
  const text = readFileSync(join(folder, file), 'utf8')
  const { Resources } = JSON.parse(text) as { readonly Resources: object }
  return { resources: Object.keys(Resources).length, bytes: Buffer.byteLength(text) }
}

const templatesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.template.json'))

describe('what is uploaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-'))
  beforeAll(() => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
    const CDK_CONTEXT_JSON = JSON.stringify({ ...context, ...givenByTheCli, 'aws:cdk:bundling-stacks': [] })
    execFileSync(process.execPath, ['bin/app.ts'], {
      // valid-templates.test.ts validates these stages; skipping it here halves the time.
      env: { ...process.env, CDK_OUTDIR: folder, CDK_CONTEXT_JSON, CDK_VALIDATION: 'false' },
      stdio: 'ignore',
    })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('leaves a quarter of the resources and bytes free that CloudFormation takes, in every stack of every stage', () => {
    const templates = templatesIn(folder)

    const withWebAcl = Object.values<DeploymentStage>(deploymentStages).filter((stage) => stage.webApplicationFirewall)
    expect(templates).toHaveLength(3 * Object.keys(deploymentStages).length + withWebAcl.length)
    for (const name of templates) {
      const { resources, bytes } = measure(folder, name)
      expect(resources, `resources of ${name}`).toBeLessThanOrEqual(room.resources)
      expect(bytes, `bytes of ${name}`).toBeLessThanOrEqual(room.bytes)
    }
  })

  test('carries no finding of the security rules: why one is accepted is said in the code, and beside the template', () => {
    const carrying = templatesIn(folder).filter((name) =>
      readFileSync(join(folder, name), 'utf8').includes('AwsSolutions'),
    )
    const silent = Object.keys(deploymentStages).filter(
      (stage) =>
        !readFileSync(join(folder, `HabitatInterior-${stage}.metadata.json`), 'utf8').includes('X-Ray knows no'),
    )

    expect(carrying).toEqual([])
    expect(silent).toEqual([])
  })

  test('is refused where it holds example values, as production does here', () => {
    const manifest = readFileSync(join(folder, 'HabitatInterior-prod.metadata.json'), 'utf8')

    expect(manifest).toContain('mail.identity, mail.sender, alarmEmail de prod son ejemplos')
  })
})

test('leaves room below the 300 routes that API Gateway gives an API unless it is asked for more', () => {
  const routes = Object.keys(findTemplateResources(getWholeTemplate(fullyConfiguredStage, 'prod'), ROUTE)).length

  expect(routes).toBeGreaterThan(0)
  expect(
    routes,
    'ask AWS for more in Service Quotas («Routes per API») first, and say so in decision 0021',
  ).toBeLessThan(285)
})

test('a stage that uses every input leaves that room as well', () => {
  const copyToVaultArn = 'arn:aws:backup:eu-west-1:222222222222:backup-vault:habitat-copies'
  const backup = { lock: 'governance', copyToVaultArn } as const
  const { app, stack } = synthesiseStack({ ...fullyConfiguredStage, backup }, 'prod')
  const { directory } = app.synth()

  for (const { templateFile } of [stack, ...stack.node.findAll().filter((node) => NestedStack.isNestedStack(node))]) {
    const { resources, bytes } = measure(directory, templateFile)
    expect(resources, `resources of ${templateFile}`).toBeLessThanOrEqual(room.resources)
    expect(bytes, `bytes of ${templateFile}`).toBeLessThanOrEqual(room.bytes)
  }
})
