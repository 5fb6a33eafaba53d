import { CfnResource, Stack, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts findings of the security rules for a construct and what is below it, each with the reason why it is right. */
export function accept(construct: IConstruct, findings: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(findings)) {
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${id}`, reason })
  }
}

/** The finding that a policy names `pattern` below the ARN of `construct`: `IAM5[Resource::<Bucket123.Arn>/*]`. */
export function wildcardOf(construct: IConstruct, pattern: string): string {
  const { defaultChild } = construct.node
  if (!CfnResource.isCfnResource(defaultChild)) throw new Error(`${construct.node.path} is not one resource`)
  return `IAM5[Resource::<${Stack.of(construct).getLogicalId(defaultChild)}.Arn>${pattern}]`
}
