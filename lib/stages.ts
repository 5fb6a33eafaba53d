import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** A deployed copy of the product. What is not here is the same in every stage. */
export interface Stage {
  /** Where everything but CloudFront lives. Health data stays in the EU. */
  readonly region: 'eu-west-1' | 'eu-central-1' | 'eu-south-2' | 'eu-west-3'
  /** Refuses to delete the stack until somebody switches this off. */
  readonly terminationProtection: boolean
  readonly logRetention: RetentionDays
  /** Scans every uploaded file (GuardDuty, charged by volume); a file can be downloaded once it is found clean. */
  readonly scanUploads: boolean
  /**
   * The address people type, and its certificate in us-east-1, where CloudFront looks for it.
   * @default - the address that CloudFront gives the distribution
   */
  readonly domain?: { readonly name: string; readonly certificateArn: string }
  /**
   * A WAF web ACL of scope CLOUDFRONT, in us-east-1.
   * @default - no web ACL; API Gateway's throttles stand alone
   */
  readonly webAclArn?: string
  /**
   * Google's OAuth client. `clientSecretName` names a secret of Secrets Manager in the stage's region that holds the
   * client secret as plain text and exists before the first deployment.
   * @default - nobody enters by Google
   */
  readonly google?: { readonly clientId: string; readonly clientSecretName: string }
  /**
   * A domain or address that SES has verified in the stage's region, the address that signs our mail, and the one at
   * which the practice reads what needs it, such as withdrawals (`sender` unless it says otherwise).
   * @default - Cognito's own mail (50 a day); the product's other mails wait in the outbox
   */
  readonly mail?: { readonly identity: string; readonly sender: string; readonly practice?: string }
  /**
   * Who is told when something fails.
   * @default - nobody; alarms are seen in CloudWatch only
   */
  readonly alarmEmail?: string
}

export const stages = {
  dev: {
    region: 'eu-west-1',
    terminationProtection: false,
    logRetention: RetentionDays.ONE_MONTH,
    scanUploads: false,
  },
  prod: {
    region: 'eu-west-1',
    terminationProtection: true,
    logRetention: RetentionDays.ONE_YEAR,
    scanUploads: true,
  },
} as const satisfies Record<string, Stage>
