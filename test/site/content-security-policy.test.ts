import { expect, inject, test } from 'vitest'
import { deploymentStages } from '../../lib/stages.ts'
import { findTemplateResources, getStageTemplate, renderTemplateValue } from '../lib/synthesised.ts'

/** What a deployment puts in the place of each, as long as it is there. */
const deployedValues = { 'AWS::AccountId': '1'.repeat(12), 'AWS::StackId[/][2][-][0]': 'a'.repeat(8) }

const deployed = (rendered: string): string =>
  Object.entries(deployedValues).reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, value), rendered)

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
test.for(Object.entries(deploymentStages))(
  'the policy of %s with all its pages is within the 1,783 characters that CloudFront allows, in the region with the longest name',
  ([name, stage]) => {
    const template = getStageTemplate({ ...stage, region: 'eu-central-1', siteFolder: inject('siteFolder') }, name)

    const policies = Object.values(findTemplateResources(template, 'AWS::CloudFront::ResponseHeadersPolicy')).map(
      ({ Properties }) =>
        deployed(
          renderTemplateValue(
            Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
          ),
        ),
    )

    expect(policies.join()).not.toContain('${')
    expect(policies.join()).toContain("'sha256-")
    expect(Math.max(...policies.map(({ length }) => length))).toBeLessThanOrEqual(1783)
  },
)
