import type { TemplateStack } from '../iam/template-values.ts'
import type { AuthorizeCall } from './authorize-call.ts'
import { listDynamoDbActions } from './dynamodb-actions.ts'
import { listKeyUses } from './kms-actions.ts'

const invoke = (functionArn: string, keys: Readonly<Record<string, string>>) => ({
  action: 'lambda:InvokeFunction',
  resource: functionArn,
  keys,
})

export interface ApiRoute {
  readonly apiId: string
  /** `$default` or the stage's name. */
  readonly stage: string
  readonly method: string
  readonly path: string
}

/** API Gateway authorises the route, not the request's path. */
const formatRouteArn = (
  { apiId, stage, method, path }: ApiRoute,
  { region, accountId }: Pick<TemplateStack, 'region' | 'accountId'>,
): string => `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${method}${path}`

interface ScheduleGroup {
  readonly region: string
  readonly owner: string
  readonly group: string
}

const fromSchedules = ({ region, owner, group }: ScheduleGroup) => ({
  'aws:SourceAccount': owner,
  'aws:SourceArn': `arn:aws:scheduler:${region}:${owner}:schedule-group/${group}`,
})

/**
 * Calls between AWS services. Each throws AccessDeniedError unless the template allows it, by a resource's policy or by
 * a role's permissions.
 */
export const createServiceCalls = (authorizeCall: AuthorizeCall) => {
  const { policies, tables, customerKeys } = authorizeCall
  const { accountId, region } = policies.stack
  const from = (sourceArn: string) => ({ 'aws:SourceArn': sourceArn, 'aws:SourceAccount': accountId })
  const assume = (service: string, roleArn: string, keys: Readonly<Record<string, string>> = {}): void =>
    authorizeCall.requireOfService(service, { action: 'sts:AssumeRole', resource: roleArn, keys })

  return {
    runFunction: (roleArn: string): void => assume('lambda', roleArn),

    invokeTrigger: (functionArn: string, userPoolArn: string): void =>
      authorizeCall.requireOfService('cognito-idp', invoke(functionArn, from(userPoolArn))),

    invokeRoute: (functionArn: string, route: ApiRoute): void =>
      authorizeCall.requireOfService(
        'apigateway',
        invoke(functionArn, { 'aws:SourceArn': formatRouteArn(route, policies.stack) }),
      ),

    invokeByRule: (functionArn: string, ruleArn: string): void =>
      authorizeCall.requireOfService('events', invoke(functionArn, { 'aws:SourceArn': ruleArn })),

    /** `owner` is the account of the schedule. */
    invokeBySchedule: (functionArn: string, roleArn: string, { owner = accountId, group = 'default' } = {}): void => {
      assume('scheduler', roleArn, fromSchedules({ region, owner, group }))
      authorizeCall.requireOfRole(roleArn, [invoke(functionArn, {})])
    },

    readStream: (roleArn: string, streamArn: string): void =>
      authorizeCall.requireOfRole(roleArn, [
        { action: 'dynamodb:ListStreams', resource: '*' },
        ...['DescribeStream', 'GetShardIterator', 'GetRecords'].flatMap((operation) =>
          listDynamoDbActions(operation, { StreamArn: streamArn }, { stack: policies.stack, tables, customerKeys }),
        ),
      ]),

    readQueue: (roleArn: string, queueArn: string): void =>
      authorizeCall.requireOfRole(roleArn, [
        ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((operation) => ({
          action: `sqs:${operation}`,
          resource: queueArn,
        })),
        ...listKeyUses(customerKeys, {
          via: 'sqs',
          resource: queueArn,
          actions: ['Decrypt'],
          context: () => ({ 'aws:sqs:arn': queueArn }),
        }),
      ]),

    /** Records and events go to a queue after the last retry, with the role of the function. */
    sendToQueue: (roleArn: string, queueArn: string): void =>
      authorizeCall.requireOfRole(roleArn, [
        { action: 'sqs:SendMessage', resource: queueArn },
        ...listKeyUses(customerKeys, {
          via: 'sqs',
          resource: queueArn,
          actions: ['GenerateDataKey', 'Decrypt'],
          context: () => ({ 'aws:sqs:arn': queueArn }),
        }),
      ]),

    publishAlarm: (topicArn: string): void => {
      authorizeCall.requireOfService('cloudwatch', {
        action: 'sns:Publish',
        resource: topicArn,
        keys: { 'aws:SourceAccount': accountId },
      })
      const key = customerKeys.get(topicArn)
      for (const action of key ? ['kms:Decrypt', 'kms:GenerateDataKey'] : []) {
        authorizeCall.requireOfService('cloudwatch', {
          action,
          resource: key?.arn ?? '',
          keys: { 'aws:SourceAccount': accountId },
        })
      }
    },

    readSite: (bucketArn: string, key: string, distributionArn: string): void =>
      authorizeCall.requireOfService('cloudfront', {
        action: 's3:GetObject',
        resource: `${bucketArn}/${key}`,
        keys: { 'aws:SourceArn': distributionArn },
      }),

    /** With ListBucket, S3 tells CloudFront that an object is missing instead of refusing. */
    listSite: (bucketArn: string, distributionArn: string): void =>
      authorizeCall.requireOfService('cloudfront', {
        action: 's3:ListBucket',
        resource: bucketArn,
        keys: { 'aws:SourceArn': distributionArn },
      }),
  }
}
export type ServiceCalls = ReturnType<typeof createServiceCalls>
