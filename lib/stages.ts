import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** All differences between deployed copies; everything else is the same in every stage. */
export interface DeploymentStage {
  /**
   * Everything but CloudFront. Health data stays in the EU. CloudFront writes its logs to no bucket in a region that an
   * account has to opt in to, such as eu-south-2.
   */
  readonly region: 'eu-central-1' | 'eu-west-1' | 'eu-west-3'
  readonly terminationProtection: boolean
  readonly logRetention: RetentionDays
  /**
   * Custom domain with its certificate in us-east-1, as CloudFront requires.
   * @default - the distribution's own domain
   */
  readonly domain?: { readonly name: string; readonly certificateArn: string }
  /**
   * Web ACLs of WAF before CloudFront and the user pool; some 15 USD a month (docs/decisions/0032-web-acls.md). Without
   * them only our own limits by address and API Gateway's throttles apply.
   */
  readonly webApplicationFirewall: boolean
  /**
   * Google's OAuth client. `clientSecretName` is a Secrets Manager secret in the stage's region with the client secret
   * as plain text, created before the first deployment.
   * @default - a placeholder; nobody signs in by Google, and the site shows no button for it
   */
  readonly google?: { readonly clientId: string; readonly clientSecretName: string }
  /**
   * Identity verified by SES in the stage's region, sender address, and the practice's address for notices such as
   * withdrawals (default: `sender`).
   * @default - Cognito's own mail (50 a day); other mails stay queued
   */
  readonly mail?: { readonly identity: string; readonly sender: string; readonly practice?: string }
  /**
   * Daily backups of the table in a vault. `lock`: nobody removes one early, under `governance` but for whoever may lift
   * the lock, under `compliance` not even AWS, for good. `copyToVaultArn`: a vault of another account in the same
   * organisation, which has to let this one in (docs/deploy.md).
   * @default - point-in-time recovery alone, which ends with the table
   */
  readonly backup?: { readonly lock?: 'governance' | 'compliance'; readonly copyToVaultArn?: string }
  /** Budget of the whole account. Whoever is notified of alarms hears when it is, or is about to be, exceeded. */
  readonly monthlyBudgetUsd: number
  /**
   * How long nobody can remove the copy of the audit log; it can never be shortened. `COMPLIANCE` binds the account's root
   * too, `GOVERNANCE` leaves a way out to a stage that is thrown away.
   */
  readonly auditLock: { readonly mode: 'COMPLIANCE' | 'GOVERNANCE'; readonly years: number }
  /**
   * A table that was restored takes the place of the stack's own, which stays beside it as it was. `npm run restore` says
   * both values (docs/runbooks/restore.md).
   * @default - the stack's own table
   */
  readonly restoredTable?: { readonly name: string; readonly streamLabel: string }
  /**
   * One more each time that the user pool is lost: the stack then makes another and lets go of the one before
   * (docs/runbooks/restore.md).
   * @default 1
   */
  readonly userPoolNumber?: number
  /**
   * Whether the site may name the examples of functions/contract/practice.ts as its owner. Clients have to read whose it is
   * (LSSI, article 10).
   * @default - refused
   */
  readonly mayShowExamplePractice?: true
  /**
   * Notified of alarms.
   * @default - nobody; alarms are seen in CloudWatch only
   */
  readonly alarmEmail?: string
}

/** A stage with clients: mails reach them, and somebody hears of alarms. */
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
    // As long as a clinical record has to be kept: who opened it can be asked for that time (Ley 41/2002, art. 17.1).
    auditLock: { mode: 'COMPLIANCE', years: 5 },
    logRetention: RetentionDays.ONE_YEAR,
    monthlyBudgetUsd: 200,
    // Examples, which deploying refuses, as it does those of functions/contract/practice.ts: lib/deployable.ts.
    mail: { identity: 'habitat.example', sender: 'hola@habitat.example' },
    alarmEmail: 'guardia@habitat.example',
  },
} as const satisfies Record<string, DeploymentStage> & { readonly prod: ProductionStage }
