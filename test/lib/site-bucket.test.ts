import { expect, test } from 'vitest'
import { findLogicalId, findTemplateResources, getStageTemplate } from './synthesised.ts'

const template = getStageTemplate()

test('old versions of the site go after thirty days', () => {
  const bucket = findTemplateResources(template, 'AWS::S3::Bucket')[
    findLogicalId(template, 'AWS::S3::Bucket', 'WebsiteBucket')
  ]?.Properties

  expect(bucket).toMatchObject({
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }] },
  })
})

test('the copier has the memory for the whole site', () => {
  const copiers = Object.entries(findTemplateResources(template, 'AWS::Lambda::Function')).filter(([id]) =>
    id.startsWith('CustomCDKBucketDeployment'),
  )

  expect(copiers).toHaveLength(1)
  for (const [, { Properties }] of copiers) expect(Properties.MemorySize).toBeGreaterThanOrEqual(512)
})
