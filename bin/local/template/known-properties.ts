import { knownPoolProperties, POOL } from './known-pool-properties.ts'
import type { KnownProperties } from './resources.ts'
import { alarmProperties } from './alarms.ts'
import { webAclProperties } from './web-acls.ts'

const NAMES = 'names something for people'
const BELONGS = 'says whose it is: there is one of its kind'
const COPIES = 'the site’s folder is read where it was built'
const NOBODY_MEASURES = 'nobody measures or reads logs here'
const TAGS = 'are for the bill'
const TLS = 'nothing is served by TLS here'

const all = (names: readonly string[], reason: string) => Object.fromEntries(names.map((name) => [name, reason]))

/** By resource type. */
export const knownProperties: Readonly<Record<string, KnownProperties>> = {
  'AWS::ApiGatewayV2::Api': { runs: [], fixed: { ProtocolType: 'HTTP' }, ignored: { Name: NAMES } },
  'AWS::ApiGatewayV2::Authorizer': {
    runs: ['AuthorizerType', 'IdentitySource', 'JwtConfiguration.Audience', 'JwtConfiguration.Issuer'],
    ignored: { ApiId: BELONGS, Name: NAMES },
  },
  'AWS::ApiGatewayV2::Integration': {
    runs: ['IntegrationType', 'IntegrationUri', 'PayloadFormatVersion'],
    ignored: { ApiId: BELONGS },
  },
  'AWS::ApiGatewayV2::Route': {
    runs: ['AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'RouteKey', 'Target'],
    ignored: { ApiId: BELONGS },
  },
  'AWS::ApiGatewayV2::Stage': {
    runs: ['AccessLogSettings', 'DefaultRouteSettings', 'RouteSettings', 'StageName'],
    fixed: { AutoDeploy: true },
    ignored: { ApiId: BELONGS },
  },
  'AWS::CloudFront::CachePolicy': {
    runs: [
      'CachePolicyConfig.MaxTTL',
      'CachePolicyConfig.MinTTL',
      'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin',
    ],
    ignored: {
      'CachePolicyConfig.Comment': NAMES,
      'CachePolicyConfig.DefaultTTL':
        'nothing is kept that its Cache-Control lets CloudFront keep: journeys side by side would choose from a list of hours half a minute old',
      'CachePolicyConfig.Name': NAMES,
    },
  },
  'AWS::CloudFront::Distribution': {
    runs: [
      ...['CacheBehaviors', 'DefaultCacheBehavior'].flatMap((behavior) =>
        [
          'AllowedMethods',
          'CachePolicyId',
          'Compress',
          'FunctionAssociations',
          'OriginRequestPolicyId',
          'PathPattern',
          'ResponseHeadersPolicyId',
          'TargetOriginId',
        ].map((name) => `DistributionConfig.${behavior}.${name}`),
      ),
      ...['DomainName', 'Id', 'OriginCustomHeaders', 'S3OriginConfig'].map(
        (name) => `DistributionConfig.Origins.${name}`,
      ),
      'DistributionConfig.Aliases',
      'DistributionConfig.CustomErrorResponses',
      'DistributionConfig.DefaultRootObject',
      'DistributionConfig.WebACLId',
    ],
    fixed: { 'DistributionConfig.Enabled': true },
    ignored: {
      'DistributionConfig.CacheBehaviors.ViewerProtocolPolicy': TLS,
      'DistributionConfig.DefaultCacheBehavior.ViewerProtocolPolicy': TLS,
      'DistributionConfig.HttpVersion': 'HTTP/1.1 is enough for one browser',
      'DistributionConfig.IPV6Enabled': 'this machine is asked by one address',
      'DistributionConfig.Logging': NOBODY_MEASURES,
      'DistributionConfig.Origins.CustomOriginConfig': TLS,
      'DistributionConfig.Origins.OriginAccessControlId': 'the folder itself is read, if the bucket’s policy lets it',
      'DistributionConfig.PriceClass': 'there is one place',
      'DistributionConfig.ViewerCertificate': TLS,
    },
  },
  'AWS::CloudFront::Function': {
    runs: ['FunctionCode'],
    fixed: { AutoPublish: true, 'FunctionConfig.Runtime': 'cloudfront-js-2.0' },
    ignored: { 'FunctionConfig.Comment': NAMES, Name: NAMES },
  },
  'AWS::CloudFront::OriginRequestPolicy': {
    runs: ['CookiesConfig', 'HeadersConfig', 'QueryStringsConfig'].map((name) => `OriginRequestPolicyConfig.${name}`),
    ignored: { 'OriginRequestPolicyConfig.Comment': NAMES, 'OriginRequestPolicyConfig.Name': NAMES },
  },
  // Its content is checked where it is read: distribution-config.ts.
  'AWS::CloudFront::ResponseHeadersPolicy': { runs: ['ResponseHeadersPolicyConfig'] },
  ...knownPoolProperties,
  'AWS::CloudWatch::Alarm': {
    runs: alarmProperties,
    ignored: { AlarmDescription: 'is what people read', OKActions: 'tell when it is over what was told when it began' },
  },
  'AWS::Cognito::UserPoolDomain': { runs: ['Domain'], ignored: { UserPoolId: BELONGS } },
  'AWS::Cognito::UserPoolGroup': { runs: ['GroupName'], ignored: { UserPoolId: BELONGS } },
  'AWS::Cognito::UserPoolIdentityProvider': {
    runs: ['ProviderDetails', 'ProviderName'],
    fixed: { ProviderType: 'Google' },
    ignored: { AttributeMapping: POOL, UserPoolId: BELONGS },
  },
  'AWS::Cognito::UserPoolResourceServer': {
    runs: [],
    ignored: { Identifier: POOL, Name: NAMES, Scopes: POOL, UserPoolId: BELONGS },
  },
  'AWS::DynamoDB::GlobalTable': {
    runs: [
      'AttributeDefinitions',
      'BillingMode',
      'GlobalSecondaryIndexes',
      'KeySchema',
      'Replicas.SSESpecification',
      'SSESpecification',
      'StreamSpecification',
      'TimeToLiveSpecification',
    ],
    ignored: {
      'Replicas.DeletionProtectionEnabled': 'a switch of the local console says what is reported of it',
      'Replicas.GlobalSecondaryIndexes': 'repeats the names of the indexes',
      'Replicas.PointInTimeRecoverySpecification': 'a switch of the local console says what is reported of it',
      'Replicas.Region': 'there is one region',
      'Replicas.Tags': TAGS,
    },
  },
  // A rule's delivery to Lambda never fails here; retries of the function are in its EventInvokeConfig.
  'AWS::Events::Rule': {
    runs: ['EventPattern', 'State', 'Targets.Arn'],
    ignored: {
      Description: NAMES,
      'Targets.DeadLetterConfig': 'Lambda is never out of reach here',
      'Targets.Id': NAMES,
      'Targets.RetryPolicy': 'Lambda is never out of reach here',
    },
  },
  'AWS::GuardDuty::MalwareProtectionPlan': {
    runs: ['ProtectedResource.S3Bucket.BucketName'],
    fixed: { 'Actions.Tagging.Status': 'ENABLED' },
    ignored: { Role: 'the stand-in for the scan reads the files itself' },
  },
  'AWS::KMS::Alias': { runs: ['AliasName', 'TargetKeyId'] },
  'AWS::KMS::Key': {
    runs: ['KeyPolicy'],
    ignored: { Description: NAMES, EnableKeyRotation: 'only AWS turns keys', PendingWindowInDays: 'no key is deleted' },
  },
  'AWS::Lambda::EventInvokeConfig': {
    runs: ['DestinationConfig.OnFailure.Destination', 'FunctionName', 'MaximumRetryAttempts'],
    fixed: { Qualifier: '$LATEST' },
  },
  'AWS::Lambda::EventSourceMapping': {
    runs: [
      'BatchSize',
      'BisectBatchOnFunctionError',
      'DestinationConfig.OnFailure.Destination',
      'EventSourceArn',
      'FilterCriteria.Filters.Pattern',
      'FunctionName',
      'FunctionResponseTypes',
      'MaximumBatchingWindowInSeconds',
      'MaximumRecordAgeInSeconds',
      'MaximumRetryAttempts',
      'ParallelizationFactor',
      'ScalingConfig.MaximumConcurrency',
    ],
    fixed: { StartingPosition: 'TRIM_HORIZON' },
  },
  'AWS::Lambda::Function': {
    runs: [
      'Code',
      'Environment.Variables',
      'Handler',
      'LoggingConfig.LogGroup',
      'MemorySize',
      'Role',
      'Runtime',
      'Timeout',
    ],
    fixed: { 'LoggingConfig.LogFormat': 'JSON' },
    ignored: {
      Architectures: 'the bundles have no machine code',
      Description: NAMES,
      Layers: "belong to the CDK's copying function, which does not run here",
      TracingConfig: NOBODY_MEASURES,
    },
  },
  'AWS::S3::Bucket': {
    runs: [
      'BucketEncryption',
      'BucketName',
      'CorsConfiguration.CorsRules.AllowedOrigins',
      'ObjectLockConfiguration.Rule.DefaultRetention',
    ],
    fixed: {
      'ObjectLockConfiguration.ObjectLockEnabled': 'Enabled',
      ObjectLockEnabled: true,
      'VersioningConfiguration.Status': 'Enabled',
    },
    ignored: {
      'CorsConfiguration.CorsRules.AllowedHeaders': 'the stand-in lets its origins ask for everything',
      'CorsConfiguration.CorsRules.AllowedMethods': 'the stand-in lets its origins ask for everything',
      'CorsConfiguration.CorsRules.MaxAge': 'the stand-in lets its origins ask for everything',
      LifecycleConfiguration: 'days pass with the clock of the product, not of S3',
      LoggingConfiguration: NOBODY_MEASURES,
      OwnershipControls: 'there is one account',
      PublicAccessBlockConfiguration: 'a switch of the local console says what is reported of it',
    },
  },
  'AWS::SES::ConfigurationSet': {
    runs: [],
    ignored: {
      Name: NAMES,
      ReputationOptions: 'the stand-in counts by itself',
      SuppressionOptions: 'the stand-in suppresses what bounced or was complained of',
    },
  },
  'AWS::SES::ConfigurationSetEventDestination': {
    runs: ['EventDestination.Enabled', 'EventDestination.MatchingEventTypes'],
    ignored: {
      ConfigurationSetName: BELONGS,
      'EventDestination.EventBridgeDestination': 'there is one bus',
      'EventDestination.Name': NAMES,
    },
  },
  'AWS::SNS::Subscription': { runs: ['Endpoint', 'Protocol', 'TopicArn'] },
  'AWS::SQS::Queue': {
    runs: ['KmsMasterKeyId', 'RedrivePolicy'],
    ignored: {
      MessageRetentionPeriod: 'what was given up is told on the screen',
      SqsManagedSseEnabled: 'SQS’ own key asks nobody',
      VisibilityTimeout: 'a message that is under way is handed to nobody else',
    },
  },
  'AWS::Scheduler::Schedule': {
    runs: ['ScheduleExpression', 'State', 'Target.Arn', 'Target.RoleArn'],
    fixed: { 'FlexibleTimeWindow.Mode': 'OFF', ScheduleExpressionTimezone: 'Etc/UTC' },
    ignored: {
      Description: NAMES,
      'Target.DeadLetterConfig': 'Lambda is never out of reach here',
      'Target.RetryPolicy': 'Lambda is never out of reach here',
    },
  },
  'AWS::SecretsManager::Secret': {
    runs: ['GenerateSecretString', 'SecretString'],
    ignored: { Description: NAMES, Name: NAMES },
  },
  'AWS::WAFv2::WebACL': { runs: webAclProperties, ignored: { Tags: TAGS } },
  'AWS::WAFv2::WebACLAssociation': { runs: ['WebACLArn'], ignored: { ResourceArn: BELONGS } },
  'Custom::CDKBucketDeployment': {
    runs: [
      'DestinationBucketKeyPrefix',
      'DestinationBucketName',
      'Exclude',
      'Include',
      'ServiceToken',
      'SourceMarkers',
      'SourceObjectKeys',
      'SystemMetadata',
    ],
    ignored: all(
      [
        'DistributionId',
        'DistributionPaths',
        'OutputObjectKeys',
        'Prune',
        'SourceBucketNames',
        'SourceMarkersConfig',
        'WaitForDistributionInvalidation',
      ],
      COPIES,
    ),
  },
}
