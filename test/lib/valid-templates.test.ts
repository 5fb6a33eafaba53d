import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { EdgeStack } from '../../lib/edge-stack.ts'
import type { PracticeStackProps } from '../../lib/practice-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { fullyConfiguredStage, synthesiseStack } from './synthesised.ts'

/** Together they cover all resources that other tests synthesise without validation. */
const stages: Readonly<Record<string, PracticeStackProps>> = {
  'the values of dev': deploymentStages.dev,
  'the values of prod': deploymentStages.prod,
  'every optional input': {
    ...fullyConfiguredStage,
    backup: { lock: 'compliance', copyToVaultArn: 'arn:aws:backup:eu-west-1:222222222222:backup-vault:habitat-copies' },
    userPoolNumber: 2,
  },
  'a restored table, and backups without a lock': {
    ...fullyConfiguredStage,
    backup: {},
    restoredTable: { name: 'restored', streamLabel: '2026-11-23T10:30:00.000' },
  },
  'no domain, and backups that somebody may remove': {
    ...deploymentStages.prod,
    ...(fullyConfiguredStage.google && { google: fullyConfiguredStage.google }),
    backup: { lock: 'governance' },
    mail: { identity: 'habitat.example', sender: 'hola@habitat.example', practice: 'consulta@habitat.example' },
  },
}

function createSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'valid-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<style>p{color:red}</style>')
  return folder
}

// The first validation loads all rules, which takes longer than any template.
beforeAll(() => {
  const app = new App({ analyticsReporting: false })
  new EdgeStack(app, 'dev')
  app.synth()
})

describe('CloudFormation has nothing to refuse', () => {
  test.each(Object.entries(stages))('in a stack with %s', (_, stage) => {
    const { app } = synthesiseStack({ ...stage, siteFolder: createSite() }, 'prod', { isValidated: true })
    new EdgeStack(app, 'prod')

    expect(() => app.synth()).not.toThrow()
  })

  test('and what it would refuse is found', () => {
    const { app, stack } = synthesiseStack(deploymentStages.dev, 'dev', { isValidated: true })
    new CfnBucket(stack, 'Refused').addPropertyOverride('BucketNames', 'plural')

    expect(() => app.synth()).toThrow('BucketNames')
  })
})
