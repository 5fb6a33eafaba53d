import { CfnResource, Stack, Validations } from 'aws-cdk-lib'
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js'
import type { IConstruct } from 'constructs'

export function suppressCdkNagFindings(construct: IConstruct, findings: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${id}`, reason })
  }
}

/** Finding id for a policy with `pattern` below the construct's ARN: `IAM5[Resource::<Bucket123.Arn>/*]`. */
export function formatWildcardFinding(construct: IConstruct, pattern: string): string {
  const { defaultChild } = construct.node
  if (!CfnResource.isCfnResource(defaultChild)) throw new Error(`${construct.node.path} is not one resource`)
  return `IAM5[Resource::<${Stack.of(construct).getLogicalId(defaultChild)}.Arn>${pattern}]`
}

/** The same for an ARN that is written out, not taken from a construct. */
export function formatWildcardArnFinding(scope: IConstruct, arn: string): string {
  return `IAM5[Resource::${flattenCfnReference(Stack.of(scope).resolve(arn))}]`
}
