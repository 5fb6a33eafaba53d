import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findControlTowerFindings } from '../../bin/rules/control-tower-findings.ts'

const folder = mkdtempSync(join(tmpdir(), 'control-tower-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PublicAccessBlockConfiguration = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
}

const bucket = (Properties: object) => ({ Type: 'AWS::S3::Bucket', Properties })

test("a bucket that Control Tower's rules do not accept is named with the rule, one that they accept is not", () => {
  const Resources = {
    OpenBucket0A1B2C3D: bucket({}),
    ClosedBucket4D5E6F70: bucket({ PublicAccessBlockConfiguration }),
  }
  writeFileSync(join(folder, 'Sample.template.json'), JSON.stringify({ Resources }))

  const findings = findControlTowerFindings(folder)

  const ofPublicAccess = findings.filter(({ rule }) => rule === 'CT.S3.PR.1')
  expect(ofPublicAccess.map(({ path }) => path)).toEqual(['OpenBucket'])
  expect(ofPublicAccess[0]?.description).toMatch(/public access/)
})

test('a folder without a template is an error, not an empty list', () => {
  rmSync(join(folder, 'Sample.template.json'), { force: true })

  expect(() => findControlTowerFindings(folder)).toThrow(/^no template in /)
})
