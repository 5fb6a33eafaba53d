import {
  type CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
  type Stack,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'

export interface DeployedStack {
  readonly stackId: string
  readonly status: string
  readonly outputs: Readonly<Record<string, string>>
}

const toDeployedStack = ({ StackId = '', StackStatus, Outputs = [] }: Stack): DeployedStack => ({
  stackId: StackId,
  status: StackStatus ?? '',
  outputs: Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
})

/** Lists all stacks: for a missing name, DescribeStacks fails with an error that can only be recognised by its text. */
export async function describeStack(
  client: CloudFormationClient,
  stackName: string,
): Promise<DeployedStack | undefined> {
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) {
    const found = Stacks.find(({ StackName }) => StackName === stackName)
    if (found) return toDeployedStack(found)
  }
  return undefined
}

export interface StackResource {
  readonly logicalId: string
  readonly physicalId: string
  readonly type: string
  readonly status: string
  /** Why it has this status; empty where nothing failed. */
  readonly reason: string
}

export async function listStackResources(
  client: CloudFormationClient,
  stackName: string,
): Promise<readonly StackResource[]> {
  const resources: StackResource[] = []
  // DescribeStackResources returns the first 100 only.
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: stackName }))
    resources.push(
      ...StackResourceSummaries.map((resource) => ({
        logicalId: resource.LogicalResourceId ?? '',
        physicalId: resource.PhysicalResourceId ?? '',
        type: resource.ResourceType ?? '',
        status: resource.ResourceStatus ?? '',
        reason: resource.ResourceStatusReason ?? '',
      })),
    )
  return resources
}

/** A stack that never served anybody. */
export const hasFailedCreation = ({ status }: Pick<DeployedStack, 'status'>): boolean =>
  status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED'

/**
 * `cdk deploy` deletes a stack whose creation failed before creating it again, which termination protection would
 * prevent.
 */
export async function releaseFailedCreation(client: CloudFormationClient, stackName: string): Promise<void> {
  const stack = await describeStack(client, stackName)
  if (!stack || !hasFailedCreation(stack)) return
  await client.send(
    new UpdateTerminationProtectionCommand({ StackName: stackName, EnableTerminationProtection: false }),
  )
}
