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
  /** With its parameters in braces, as in `/customers/{id}`. */
  readonly path: string
}

/** As API Gateway writes them: it asks for the route, not for the path of the request. */
const formatRouteArn = (
  { apiId, stage, method, path }: ApiRoute,
  { region, accountId }: Pick<TemplateStack, 'region' | 'accountId'>,
): string => `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${method}${path}`

/**
 * What AWS's services do in the product's name. Each throws AccessDeniedError when the template does not let them: as
 * themselves by a resource's policy, or with the rights of a role.
 */
export const createServiceCalls = (authorizeCall: AuthorizeCall) => {
  const { policies, tables, customerKeys } = authorizeCall
  const { accountId } = policies.stack
  const from = (sourceArn: string) => ({ 'aws:SourceArn': sourceArn, 'aws:SourceAccount': accountId })
  const assume = (service: string, roleArn: string): void =>
    authorizeCall.requireOfService(service, { action: 'sts:AssumeRole', resource: roleArn })

  return {
    /** Lambda runs a function with its role. */
    runFunction: (roleArn: string): void => assume('lambda', roleArn),

    /** Cognito calls a trigger. */
    invokeTrigger: (functionArn: string, userPoolArn: string): void =>
      authorizeCall.requireOfService('cognito-idp', invoke(functionArn, from(userPoolArn))),

    /** API Gateway calls the function of a route. */
    invokeRoute: (functionArn: string, route: ApiRoute): void =>
      authorizeCall.requireOfService(
        'apigateway',
        invoke(functionArn, { 'aws:SourceArn': formatRouteArn(route, policies.stack) }),
      ),

    /** EventBridge calls the target of a rule. */
    invokeByRule: (functionArn: string, ruleArn: string): void =>
      authorizeCall.requireOfService('events', invoke(functionArn, { 'aws:SourceArn': ruleArn })),

    /** EventBridge Scheduler calls its target with the schedule's role. */
    invokeBySchedule: (functionArn: string, roleArn: string): void => {
      assume('scheduler', roleArn)
      authorizeCall.requireOfRole(roleArn, [invoke(functionArn, {})])
    },

    /** Lambda reads a table's stream with the function's role. */
    readStream: (roleArn: string, streamArn: string): void =>
      authorizeCall.requireOfRole(roleArn, [
        { action: 'dynamodb:ListStreams', resource: '*' },
        ...['DescribeStream', 'GetShardIterator', 'GetRecords'].flatMap((operation) =>
          listDynamoDbActions(operation, { StreamArn: streamArn }, { stack: policies.stack, tables, customerKeys }),
        ),
      ]),

    /** Lambda takes messages out of a queue with the function's role. */
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

    /** Lambda and the Scheduler send what they gave up to a queue, with the role of the function or the schedule. */
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

    /** CloudWatch tells a topic of an alarm. */
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

    /** CloudFront reads an object of the website; `key` has no leading slash. */
    readSite: (bucketArn: string, key: string, distributionArn: string): void =>
      authorizeCall.requireOfService('cloudfront', {
        action: 's3:GetObject',
        resource: `${bucketArn}/${key}`,
        keys: { 'aws:SourceArn': distributionArn },
      }),

    /** CloudFront is told by S3 that an object of the website is missing. */
    listSite: (bucketArn: string, distributionArn: string): void =>
      authorizeCall.requireOfService('cloudfront', {
        action: 's3:ListBucket',
        resource: bucketArn,
        keys: { 'aws:SourceArn': distributionArn },
      }),
  }
}
export type ServiceCalls = ReturnType<typeof createServiceCalls>
