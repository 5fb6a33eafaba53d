import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { addCostTags } from './cost-tags.ts'
import { SiteWebAcl } from './constructs/web-acl.ts'

/** Resources that CloudFront takes only from us-east-1. Deployed before the stage's stack, which receives the ARN. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, stageName: string) {
    super(scope, toEdgeStackName(stageName), { env: { region: 'us-east-1' } })
    addCostTags(this, stageName)
    const { arn } = new SiteWebAcl(this, 'Site')
    new CfnOutput(this, SITE_WEB_ACL_ARN, { value: arn })
  }
}

export const toEdgeStackName = (stageName: string): string => `HabitatInterior-${stageName}-edge`

export const SITE_WEB_ACL_ARN = 'SiteWebAclArn'
