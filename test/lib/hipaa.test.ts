import { expect, test } from 'vitest'
import { compareWithExceptions, findHipaaFindings } from '../../bin/rules/explain-findings.ts'
import { hipaaExceptions } from '../../bin/rules/hipaa-exceptions.ts'
import { EdgeStack } from '../../lib/edge-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { synthesiseStack } from './synthesised.ts'

const { app, stack } = synthesiseStack(deploymentStages.prod, 'prod')
new EdgeStack(app, 'prod')
const findings = findHipaaFindings(app)

test('each finding of the HIPAA rules is explained, and each explanation needed', () => {
  expect(compareWithExceptions(findings, hipaaExceptions)).toEqual({ unexplained: [], needless: [] })
})

test('a finding that nobody has explained is named, and so is an explanation of what is found no more', () => {
  const [first, ...others] = findings.filter(({ rule }) => rule === 'HIPAA.Security-S3DefaultEncryptionKMS')
  const elsewhere = { rule: 'HIPAA.Security-S3DefaultEncryptionKMS', description: '', path: 'New/Bucket/Resource' }
  const unknown = { rule: 'HIPAA.Security-New', description: '', path: 'Api/Http/Resource' }

  const exceptions = Object.fromEntries(Object.entries(hipaaExceptions).filter(([rule]) => rule === first?.rule))
  const { unexplained, needless } = compareWithExceptions([...others, elsewhere, unknown], exceptions)

  expect(unexplained).toEqual([elsewhere, unknown])
  expect(needless).toEqual([`${first?.rule} ${first?.path}`])
})

test('the rules look at all of it: a bucket that lost its policy is found', () => {
  stack.node.tryFindChild('Logs')?.node.tryRemoveChild('Policy')

  expect(findHipaaFindings(app).map(({ rule }) => rule)).toContain('HIPAA.Security-S3BucketSSLRequestsOnly')
})
