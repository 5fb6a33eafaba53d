type PriceOrigin =
  /** AWS's own price list for eu-west-1, in the named version, as copied by two public repositories in October 2026. */
  | 'price list'
  /** A stored copy of AWS's price page. */
  | 'price page'
  /**
   * A copy for us-east-1, or an example of the price page for us-east-1 (or Oregon where noted): Ireland's may differ.
   */
  | 'us-east-1'
  /** Somebody else's page that cites AWS's price page. */
  | 'other page'

/** List prices in USD without free tiers, eu-west-1, before tax. */
interface Price {
  readonly usd: number
  readonly per: string
  readonly source: string
  readonly read: PriceOrigin
}

export const PRICES_AS_OF = '2026-11-23'

/** The version number contains its date. */
const offers = {
  AmazonDynamoDB: '20260911124422',
  AWSLambda: '20261001184746',
  AmazonApiGateway: '20261002231501',
  AmazonCloudWatch: '20260922021715',
  AmazonS3: '20260928230416',
} as const

const listed = (service: keyof typeof offers, usageType: string) =>
  ({
    source: `pricing.us-east-1.amazonaws.com/offers/v1.0/aws/${service}/${offers[service]}/eu-west-1/index.json, ${usageType}`,
    read: 'price list',
  }) as const

export const prices = {
  tableWrite: { usd: 0.705, per: 'million write units', ...listed('AmazonDynamoDB', 'EU-WriteRequestUnits') },
  tableRead: { usd: 0.1415, per: 'million read units', ...listed('AmazonDynamoDB', 'EU-ReadRequestUnits') },
  tableStorage: { usd: 0.283, per: 'GB and month', ...listed('AmazonDynamoDB', 'EU-TimedStorage-ByteHrs') },
  tableRecovery: { usd: 0.22, per: 'GB and month', ...listed('AmazonDynamoDB', 'EU-TimedPITRStorage-ByteHrs') },
  /** 0.10 there, for us-east-1, times 1.132, by which Ireland's storage of a table is dearer. */
  backup: {
    usd: 0.113,
    per: 'GB and month, warm, of a table',
    source: 'factualminds.com/blog/aws-backup-pricing-vaults-cross-region-restores (June 2026)',
    read: 'other page',
  },
  lambdaRequest: { usd: 0.2, per: 'million requests, arm64', ...listed('AWSLambda', 'EU-Request-ARM') },
  lambdaTime: { usd: 0.0000133334, per: 'GB-second, arm64', ...listed('AWSLambda', 'EU-Lambda-GB-Second-ARM') },
  gateway: { usd: 1.11, per: 'million requests, HTTP API', ...listed('AmazonApiGateway', 'EU-ApiGatewayHttpRequest') },
  distributionRequest: {
    usd: 1.2,
    per: 'million HTTPS requests',
    source:
      'github.com/renuvex/renuvex-product-reviews, Storefront_CDN_Cost_Model.md (30 June 2026): AmazonCloudFront, EU-Requests-Tier2-HTTPS, YA5QZD7XG45UGHCH',
    read: 'other page',
  },
  distributionByte: {
    usd: 0.085,
    per: 'GB to Europe',
    source: 'aws.amazon.com/cloudfront/pricing',
    read: 'price page',
  },
  account: {
    usd: 0.015,
    per: 'monthly user above 10,000, Essentials',
    source: 'aws.amazon.com/cognito/pricing',
    read: 'price page',
  },
  fileStorage: { usd: 0.023, per: 'GB and month', ...listed('AmazonS3', 'EU-TimedStorage-ByteHrs') },
  fileWrite: { usd: 5, per: 'million PUT requests', ...listed('AmazonS3', 'EU-Requests-Tier1') },
  fileRead: {
    usd: 0.4,
    per: 'million GET requests',
    source: 'c3x.dev/blog/s3-request-fees-explained, read on 1 December 2026',
    read: 'other page',
  },
  /** 0.10 per 100,000 there. The first copy of management events costs nothing. */
  trailEvent: {
    usd: 1,
    per: 'million data events',
    source: 'aws.amazon.com/cloudtrail/pricing, read on 1 December 2026',
    read: 'price page',
  },
  /**
   * For the plan Essentials, which applies to accounts that sent nothing before 21 July 2026; 100 with «à la carte»,
   * and for older accounts.
   */
  mail: {
    usd: 160,
    per: 'million mails',
    source: 'pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonSES/20260722172054, Essentials-Outbound-Email',
    read: 'us-east-1',
  },
  key: { usd: 1, per: 'key and month', source: 'aws.amazon.com/kms/pricing', read: 'price page' },
  keyRequest: {
    usd: 3,
    per: 'million requests',
    source: 'cloudburn.io/blog/aws-kms-pricing (March 2026)',
    read: 'other page',
  },
  firewall: {
    usd: 5,
    per: 'web ACL and month',
    source: 'awsnegotiations.com/waf-pricing-strategy.html (2026)',
    read: 'other page',
  },
  firewallRule: {
    usd: 1,
    per: 'rule and month',
    source: 'awsnegotiations.com/waf-pricing-strategy.html (2026)',
    read: 'other page',
  },
  firewallRequest: {
    usd: 0.6,
    per: 'million requests',
    source: 'awsnegotiations.com/waf-pricing-strategy.html (2026)',
    read: 'other page',
  },
  logByte: { usd: 0.57, per: 'GB taken in', ...listed('AmazonCloudWatch', 'EU-DataProcessing-Bytes') },
  alarm: { usd: 0.1, per: 'metric of an alarm and month', ...listed('AmazonCloudWatch', 'EU-CW:AlarmMonitorUsage') },
  metric: { usd: 0.3, per: 'metric and month', ...listed('AmazonCloudWatch', 'EU-CW:MetricMonitorUsage') },
  dashboard: {
    usd: 3,
    per: 'dashboard and month',
    source: 'factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards (June 2026)',
    read: 'other page',
  },
  trace: {
    usd: 5,
    per: 'million traces recorded',
    source: 'aws.amazon.com/xray/pricing, read on 28 November 2026',
    read: 'price page',
  },
  queueRequest: {
    usd: 0.4,
    per: 'million requests, standard queue',
    source: 'pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AWSQueueService/20260911124607/us-east-1',
    read: 'us-east-1',
  },
  scheduledRun: {
    usd: 1,
    per: 'million runs',
    source: 'pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AWSEvents/20260831092301, us-west-2, QNGCFAB5SW8AUQEB',
    read: 'us-east-1',
  },
  secret: {
    usd: 0.4,
    per: 'secret and month',
    source: 'pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AWSSecretsManager/20260911124610/us-east-1',
    read: 'us-east-1',
  },
  secretRequest: {
    usd: 5,
    per: 'million requests',
    source: 'pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AWSSecretsManager/20260911124610/us-east-1',
    read: 'us-east-1',
  },
  scannedFile: {
    usd: 215,
    per: 'million objects',
    source: 'aws.amazon.com/guardduty/pricing, read on 7 October 2026',
    read: 'us-east-1',
  },
  scannedByte: {
    usd: 0.09,
    per: 'GB',
    source: 'aws.amazon.com/guardduty/pricing, read on 7 October 2026',
    read: 'us-east-1',
  },
} as const satisfies Readonly<Record<string, Price>>

export type PriceName = keyof typeof prices
