import { describe, expect, test } from 'vitest'
import { deploymentStages } from '../../lib/stages.ts'
import { askAsRole, findArn, getFunctionRoleArn, roleArns } from './authorization.ts'
import { findLogicalId, findTemplateResources, fullyConfiguredStage, getStageTemplate } from './synthesised.ts'

const bucket = findArn('AWS::S3::Bucket', 'AuditHistoryBucket')
const copier = getFunctionRoleArn('security/copy-audit-log')
const digester = getFunctionRoleArn('security/digest-audit-log')
const checker = getFunctionRoleArn('security/check-audit-log')
const anew = { 's3:if-none-match': '*' }

const lockOf = (template: ReturnType<typeof getStageTemplate>) =>
  findTemplateResources(template, 'AWS::S3::Bucket')[findLogicalId(template, 'AWS::S3::Bucket', 'AuditHistoryBucket')]
    ?.Properties.ObjectLockConfiguration.Rule.DefaultRetention

const whoMay = (action: string, key: string, keys = {}) =>
  roleArns.filter((role) => askAsRole(role, action, `${bucket}/${key}`, keys).decision === 'allowed')

describe('A-72 the copy of the audit log', () => {
  test('is locked for as long as a clinical record has to be kept, for root too, and in dev for a year', () => {
    expect(lockOf(getStageTemplate(fullyConfiguredStage, 'prod'))).toEqual({ Mode: 'COMPLIANCE', Days: 5 * 365 })
    expect(lockOf(getStageTemplate(deploymentStages.dev, 'dev'))).toEqual({ Mode: 'GOVERNANCE', Days: 365 })
  })

  test('gets batches from the copier and digests from the digester, each under a new key and from nobody else', () => {
    expect(whoMay('s3:PutObject', 'entries/2026-11-23T10/a.jsonl', anew)).toEqual([copier])
    expect(whoMay('s3:PutObject', 'digests/2026-11-23T10.json', anew)).toEqual([digester])
    expect(whoMay('s3:PutObject', 'entries/2026-11-23T10/a.jsonl')).toEqual([])
    expect(whoMay('s3:PutObject', 'digests/2026-11-23T10.json')).toEqual([])
    expect(whoMay('s3:PutObject', 'elsewhere', anew)).toEqual([])
  })

  test.for([
    's3:DeleteObject',
    's3:DeleteObjectVersion',
    's3:BypassGovernanceRetention',
    's3:PutObjectRetention',
    's3:PutObjectLegalHold',
  ])('refuses %s to everybody, whatever their role allows', (action) => {
    for (const role of [...roleArns, 'arn:aws:iam::000000000000:role/Operator']) {
      expect(askAsRole(role, action, `${bucket}/entries/a`).decision).toBe('explicitDeny')
    }
  })

  test('is read by the check, which changes nothing', () => {
    expect(whoMay('s3:GetObjectVersion', 'entries/a')).toEqual([checker])
    expect(whoMay('s3:GetObject', 'digests/a')).toEqual([digester])
    expect(whoMay('s3:GetObject', 'entries/a')).toEqual([])
    expect(askAsRole(checker, 's3:ListBucketVersions', bucket).decision).toBe('allowed')
  })
})
