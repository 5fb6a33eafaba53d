/**
 * List prices in USD without free tiers, eu-west-1, before tax. `read` says where: 'documentation' was read on a page of
 * AWS when the design was made (November 2026); 'unverified' is from memory and has to be compared with the price page
 * before a budget rests on it.
 */
interface Price {
  readonly usd: number
  readonly per: string
  readonly source: string
  readonly read: 'documentation' | 'derived' | 'unverified'
}

export const PRICES_AS_OF = '2026-11-23'

export const prices = {
  tableWrite: {
    usd: 0.706,
    per: 'million write units',
    source: 'aws.amazon.com/dynamodb/pricing/on-demand, us-east-1 + 13 %',
    read: 'derived',
  },
  tableRead: {
    usd: 0.141,
    per: 'million read units',
    source: 'aws.amazon.com/dynamodb/pricing/on-demand, us-east-1 + 13 %',
    read: 'derived',
  },
  tableStorage: { usd: 0.283, per: 'GB and month', source: 'aws.amazon.com/dynamodb/pricing', read: 'unverified' },
  tableRecovery: {
    usd: 0.226,
    per: 'GB and month',
    source: 'aws.amazon.com/dynamodb/pricing (PITR)',
    read: 'unverified',
  },
  backup: { usd: 0.114, per: 'GB and month', source: 'aws.amazon.com/backup/pricing', read: 'unverified' },
  lambdaRequest: { usd: 0.2, per: 'million requests', source: 'aws.amazon.com/lambda/pricing', read: 'unverified' },
  lambdaTime: {
    usd: 0.0000133334,
    per: 'GB-second, arm64',
    source: 'aws.amazon.com/lambda/pricing',
    read: 'unverified',
  },
  gateway: {
    usd: 1.11,
    per: 'million requests, HTTP API',
    source: 'aws.amazon.com/api-gateway/pricing',
    read: 'unverified',
  },
  distributionRequest: {
    usd: 1.2,
    per: 'million HTTPS requests',
    source: 'aws.amazon.com/cloudfront/pricing',
    read: 'unverified',
  },
  distributionByte: {
    usd: 0.085,
    per: 'GB to Europe',
    source: 'aws.amazon.com/cloudfront/pricing',
    read: 'unverified',
  },
  account: {
    usd: 0.015,
    per: 'monthly user above 10,000, Essentials',
    source: 'aws.amazon.com/cognito/pricing',
    read: 'documentation',
  },
  fileStorage: { usd: 0.023, per: 'GB and month', source: 'aws.amazon.com/s3/pricing', read: 'unverified' },
  fileWrite: { usd: 5, per: 'million PUT requests', source: 'aws.amazon.com/s3/pricing', read: 'unverified' },
  mail: { usd: 100, per: 'million mails', source: 'aws.amazon.com/ses/pricing', read: 'unverified' },
  key: { usd: 1, per: 'key and month', source: 'aws.amazon.com/kms/pricing', read: 'unverified' },
  keyRequest: { usd: 3, per: 'million requests', source: 'aws.amazon.com/kms/pricing', read: 'unverified' },
  firewall: { usd: 5, per: 'web ACL and month', source: 'aws.amazon.com/waf/pricing', read: 'unverified' },
  firewallRule: { usd: 1, per: 'rule and month', source: 'aws.amazon.com/waf/pricing', read: 'unverified' },
  firewallRequest: { usd: 0.6, per: 'million requests', source: 'aws.amazon.com/waf/pricing', read: 'unverified' },
  logByte: { usd: 0.57, per: 'GB taken in', source: 'aws.amazon.com/cloudwatch/pricing', read: 'unverified' },
  alarm: { usd: 0.1, per: 'alarm and month', source: 'aws.amazon.com/cloudwatch/pricing', read: 'unverified' },
  metric: { usd: 0.3, per: 'metric and month', source: 'aws.amazon.com/cloudwatch/pricing', read: 'unverified' },
  dashboard: { usd: 3, per: 'dashboard and month', source: 'aws.amazon.com/cloudwatch/pricing', read: 'unverified' },
  scannedFile: {
    usd: 215,
    per: 'million objects',
    source: 'aws.amazon.com/guardduty/pricing (S3)',
    read: 'unverified',
  },
  scannedByte: { usd: 0.09, per: 'GB', source: 'aws.amazon.com/guardduty/pricing (S3)', read: 'unverified' },
} as const satisfies Readonly<Record<string, Price>>

export type PriceName = keyof typeof prices
