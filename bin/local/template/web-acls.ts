import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import { type LocalWebAcl, openLocalWebAcl } from '../web-acl/local-web-acl.ts'
import type { SynthesisedStack } from './read-stack.ts'
import { listStackResources } from './resources.ts'

export const webAclProperties = ['Scope', 'DefaultAction', 'Rules', 'CustomResponseBodies', 'VisibilityConfig'] as const

function findWebAcl(arn: string | undefined, stack: TemplateStack | undefined): LocalWebAcl | undefined {
  if (arn === undefined) return undefined
  const acls = stack
    ? listStackResources<Record<(typeof webAclProperties)[number], unknown>>(
        stack,
        'AWS::WAFv2::WebACL',
        webAclProperties,
      )
    : []
  const found = acls.find(({ logicalId, stack: own }) => getResourceArn(logicalId, own) === arn)
  if (!found) throw new Error(`the web ACL ${arn} is in no template`)
  return openLocalWebAcl(found.properties)
}

/** Web ACLs of CloudFront and of the user pool; undefined if the stage has none. */
export function readWebAcls({ stack, edge }: SynthesisedStack) {
  const [distribution] = listStackResources<{ readonly DistributionConfig: { readonly WebACLId?: string } }>(
    stack,
    'AWS::CloudFront::Distribution',
    ['DistributionConfig'],
  )
  const [association] = listStackResources<{ readonly WebACLArn: string }>(stack, 'AWS::WAFv2::WebACLAssociation', [
    'WebACLArn',
  ])
  return {
    site: findWebAcl(distribution?.properties.DistributionConfig.WebACLId, edge),
    pool: findWebAcl(association?.properties.WebACLArn, stack),
  }
}
