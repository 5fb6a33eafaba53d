import type { IUserPool } from 'aws-cdk-lib/aws-cognito'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct, type IDependable } from 'constructs'
import { customReplies, poolRules, siteRules, toVisibilityConfig } from './web-acl-rules.ts'

export class SiteWebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: siteRules,
      customResponseBodies: customReplies,
      visibilityConfig: toVisibilityConfig('Site'),
    })
    this.arn = acl.attrArn
  }
}

export class UserPoolWebAcl extends Construct {
  /** @param after comes after each new pool: WAF knows one some time after its creation, seconds or minutes, not at once */
  constructor(scope: Construct, id: string, pool: IUserPool, after: IDependable) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: poolRules,
      visibilityConfig: toVisibilityConfig('UserPool'),
    })
    const parts = { webAclArn: acl.attrArn, resourceArn: pool.userPoolArn }
    new CfnWebACLAssociation(this, 'Association', parts).node.addDependency(after)
  }
}
