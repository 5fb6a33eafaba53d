import { RetentionDays } from 'aws-cdk-lib/aws-logs'

export interface DeploymentStage {
  /**
   * Region of everything but CloudFront. Health data stays in the EU. Not an opt-in region such as eu-south-2:
   * CloudFront writes no logs to buckets there.
   */
  readonly region: 'eu-central-1' | 'eu-west-1' | 'eu-west-3'
  /**
   * Number of the AWS account: with credentials of another one the commands do nothing.
   * @default - whichever account the credentials belong to
   */
  readonly account?: string
  readonly terminationProtection: boolean
  readonly logRetention: RetentionDays
  /**
   * Custom domain with its certificate in us-east-1, as CloudFront requires.
   * @default - the distribution's own domain
   */
  readonly domain?: { readonly name: string; readonly certificateArn: string }
  /**
   * WAF web ACLs for CloudFront and the user pool; some 16 USD a month (docs/decisions/0032-web-acls.md). Without them
   * only our own limits by address and API Gateway's throttles apply.
   */
  readonly webApplicationFirewall: boolean
  /**
   * Google's OAuth client. `clientSecretName` is a Secrets Manager secret in the stage's region with the client secret
   * as plain text, created before the first deployment.
   * @default - a placeholder: no sign-in with Google, and no button for it on the site
   */
  readonly google?: { readonly clientId: string; readonly clientSecretName: string }
  /**
   * Identity verified by SES in the stage's region, sender address, and the practice's address for notices such as
   * withdrawals (default: `sender`).
   * @default - Cognito's own mail (50 a day); other mails stay queued
   */
  readonly mail?: { readonly identity: string; readonly sender: string; readonly practice?: string }
  /**
   * Daily backups of the table in a vault. `lock`: nobody removes a backup early; under `governance` except roles with
   * permission to remove the lock, under `compliance` nobody, not even AWS, permanently. `copyToVaultArn`: a vault of
   * another account in the same organisation, which has to allow this one (docs/deploy.md).
   * @default - point-in-time recovery alone, which ends with the table
   */
  readonly backup?: { readonly lock?: 'governance' | 'compliance'; readonly copyToVaultArn?: string }
  /** Budget of the whole account. Notifies the recipient of alarms when it is, or is forecast to be, exceeded. */
  readonly monthlyBudgetUsd: number
  /**
   * Years during which nobody can remove the copy of the audit log; they can never be shortened. `COMPLIANCE` binds the
   * account's root too; `GOVERNANCE` can be bypassed, for stages that are thrown away.
   */
  readonly auditLock: { readonly mode: 'COMPLIANCE' | 'GOVERNANCE'; readonly years: number }
  /**
   * A restored table takes the place of the stack's own, which is kept unchanged. `npm run restore` prints both values
   * (docs/runbooks/restore.md).
   * @default - the stack's own table
   */
  readonly restoredTable?: { readonly name: string; readonly streamLabel: string }
  /**
   * Increase by one after the loss of a user pool: the stack then creates a new pool and forgets the old one
   * (docs/runbooks/restore.md).
   * @default 1
   */
  readonly userPoolNumber?: number
  /**
   * Allows the example owner of functions/contract/practice.ts on the site. Clients have to read the real one (LSSI,
   * article 10).
   * @default - refused
   */
  readonly mayShowExamplePractice?: true
  /**
   * Recipient of alarms.
   * @default - none; alarms are visible in CloudWatch only
   */
  readonly alarmEmail?: string
}

export type ProductionStage = DeploymentStage & Required<Pick<DeploymentStage, 'alarmEmail' | 'mail'>>

export const deploymentStages = {
  dev: {
    region: 'eu-west-1',
    terminationProtection: false,
    webApplicationFirewall: false,
    auditLock: { mode: 'GOVERNANCE', years: 1 },
    logRetention: RetentionDays.ONE_MONTH,
    monthlyBudgetUsd: 50,
    mayShowExamplePractice: true,
  },
  prod: {
    region: 'eu-west-1',
    terminationProtection: true,
    webApplicationFirewall: true,
    // A clinical record is kept for five years, and who opened it can be asked for that long (Ley 41/2002, art. 17.1).
    auditLock: { mode: 'COMPLIANCE', years: 5 },
    logRetention: RetentionDays.ONE_MONTH,
    monthlyBudgetUsd: 200,
    // Examples, which deployment refuses (lib/deployable.ts), like those of functions/contract/practice.ts.
    mail: { identity: 'habitat.example', sender: 'hola@habitat.example' },
    alarmEmail: 'guardia@habitat.example',
  },
} as const satisfies Record<string, DeploymentStage> & { readonly prod: ProductionStage }
