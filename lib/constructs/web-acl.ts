import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct, type IDependable } from 'constructs'
import { customReplies, poolRules, siteRules, watched } from './web-acl-rules.ts'

/** Stands in us-east-1, where CloudFront takes its web ACLs from. */
export class SiteWebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: siteRules,
      customResponseBodies: customReplies,
      visibilityConfig: watched('Site'),
    })
    this.arn = acl.attrArn
  }
}

/** In front of what a browser asks Cognito itself, past CloudFront. */
export class UserPoolWebAcl extends Construct {
  /** @param late what takes minutes to be made: WAF knows a new web ACL or pool only some time after it is made */
  constructor(scope: Construct, id: string, pool: IUserPool, late: IDependable) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: poolRules,
      visibilityConfig: watched('UserPool'),
    })
    const parts = { webAclArn: acl.attrArn, resourceArn: pool.userPoolArn }
    new CfnWebACLAssociation(this, 'Association', parts).node.addDependency(late)
  }
}
