import { CfnOutput, CfnParameter, RemovalPolicies, Stack } from 'aws-cdk-lib'
import { CfnBucketPolicy } from 'aws-cdk-lib/aws-s3'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { webhookRoutes } from '#contract/api-domains'
import { PRODUCT_NAME } from '#contract/product'
import type { LambdaEnvironment, LambdaVariable, QueueVariable } from '#platform/lambdas'
import { addCostTags } from './cost-tags.ts'
import { computeStageHostNames } from './stage-host-names.ts'
import { Alarms } from './constructs/alarms.ts'
import { Api } from './constructs/api.ts'
import { ArchiveVault } from './constructs/archive-vault.ts'
import { AuditCopier, type AuditCopierProps } from './constructs/audit-copier.ts'
import { AuditHistory } from './constructs/audit-history.ts'
import { ChangeDispatcher } from './constructs/change-dispatcher.ts'
import { DataTable } from './constructs/data-table.ts'
import { DataExportMaker, type DataExportMakerProps } from './constructs/data-export-maker.ts'
import { FileVault } from './constructs/file-vault.ts'
import { UserDirectory } from './constructs/user-directory.ts'
import { createAccessLogBucket } from './constructs/access-log-bucket.ts'
import { MailAlarms, mailReputationMetrics } from './constructs/mail-alarms.ts'
import { ProductAlarms } from './constructs/product-alarms.ts'
import { ProductDashboard } from './constructs/dashboard.ts'
import { CostBudget } from './constructs/cost-budget.ts'
import type { FunctionMonitoring } from './constructs/product-function.ts'
import { MailFeedback } from './constructs/mail-feedback.ts'
import { MailDelivery, type MailDeliveryProps } from './constructs/mail-delivery.ts'
import { MfaEncryptionKey } from './constructs/mfa-key.ts'
import { RecoveryVault } from './constructs/recovery-vault.ts'
import { ScheduledJobs } from './constructs/scheduled-jobs.ts'
import { UploadReview } from './constructs/upload-review.ts'
import { WebsiteDeployment } from './constructs/website-deployment.ts'
import { TableBackups } from './constructs/table-backups.ts'
import { StripeSecret } from './constructs/stripe-secret.ts'
import { StripeWebhook } from './constructs/stripe-webhook.ts'
import { UserPoolWebAcl } from './constructs/web-acl.ts'
import { Website } from './constructs/website.ts'
import { SITE_WEB_ACL_ARN } from './edge-stack.ts'
import type { DeploymentStage } from './stages.ts'

export interface PracticeStackProps extends DeploymentStage {
  /**
   * Output of `bin/build-site.ts`.
   * @default - a placeholder page
   */
  readonly siteFolder?: string | undefined
}

interface Places {
  readonly table: DataTable
  readonly files: FileVault
  readonly archive: ArchiveVault
  readonly recovery: RecoveryVault
  readonly history: AuditHistory
  readonly identity: UserDirectory
}

interface Others {
  readonly files: FileVault
  readonly mail: MailDelivery
  readonly stripe: StripeSecret
}

export class PracticeStack extends Stack {
  constructor(scope: Construct, stageName: string, stage: PracticeStackProps) {
    const { region, terminationProtection, logRetention } = stage
    super(scope, `HabitatInterior-${stageName}`, { env: { region }, terminationProtection })
    addCostTags(this, stageName)
    // All buckets outlive the stack: what stays is as closed as it was.
    RemovalPolicies.of(this).retainOnUpdateOrDelete({ applyToResourceTypes: [CfnBucketPolicy.CFN_RESOURCE_TYPE_NAME] })
    const addresses = computeStageHostNames(stageName, region)
    const operations = { alarms: new Alarms(this, 'Alarms', stage), logRetention }
    const logs = createAccessLogBucket(this, 'Logs')

    const table = new DataTable(this, 'Data', stage)
    const { configurationSet } = new MailFeedback(this, 'MailFeedback', {
      table,
      environment: { TABLE_NAME: table.table.tableName },
      operations,
    })
    const website = new Website(this, 'Website', { ...stage, addresses, logs, webAclArn: this.findSiteWebAcl(stage) })
    const files = new FileVault(this, 'Files', { addresses, siteUrl: website.url, logs, after: website.distribution })
    const archive = new ArchiveVault(this, 'Archive', { logs })
    const recovery = new RecoveryVault(this, 'Recovery', { logs })
    if (stage.backup) new TableBackups(this, 'Backups', { ...stage.backup, table, ...operations })
    const history = new AuditHistory(this, 'AuditHistory', { ...stage, logs, operations })
    const identity = new UserDirectory(this, 'Identity', {
      ...stage,
      addresses,
      siteUrl: website.url,
      table,
      configurationSet,
      operations,
    })
    const mfaKey = new MfaEncryptionKey(this, 'MfaKey', stageName)
    const stripe = new StripeSecret(this, 'Stripe')
    const environment: LambdaEnvironment<Exclude<LambdaVariable, QueueVariable>> = {
      TABLE_NAME: table.table.tableName,
      FILES_BUCKET: files.bucket.bucketName,
      ARCHIVE_BUCKET: archive.bucket.bucketName,
      RECOVERY_BUCKET: recovery.bucket.bucketName,
      AUDIT_BUCKET: history.bucket.bucketName,
      USER_POOL_ID: identity.pool.userPoolId,
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      SITE_URL: website.url,
      MAIL_SENDER: `${PRODUCT_NAME} <${stage.mail?.sender ?? 'no-reply@habitat-interior.invalid'}>`,
      POOL_MAIL_ACCOUNT: identity.mailAccount,
      MAIL_CONFIGURATION_SET: configurationSet.configurationSetName,
      PRACTICE_MAIL: stage.mail?.practice ?? stage.mail?.sender ?? 'no-reply@habitat-interior.invalid',
      STRIPE_SECRET: stripe.secretName,
      STRIPE_API_URL: 'https://api.stripe.com',
      ORIGIN_SECRET: website.originSecret.secretName,
      MFA_KEY_ID: mfaKey.keyArn,
    }
    const api = new Api(this, 'Api', { identity, table, website, environment, operations })
    new StripeWebhook(this, 'StripeWebhook', { api, table, stripe, environment, operations })
    const { mail, streamAge } = this.followTable(stage, {
      table,
      files,
      history,
      configurationSet,
      environment,
      operations,
    })
    new UploadReview(this, 'UploadReview', { table, files, environment, operations })
    const { functions: scheduled } = new ScheduledJobs(this, 'Schedules', { table, environment, operations })

    this.grantApiAccess(api.functions, { table, identity, files, mail, stripe })
    mfaKey.grantSeal(api.functions.mfa)
    this.grantScheduledJobAccess(scheduled, { files, archive, recovery, history, identity })
    this.grantRetries(scheduled, { mail, stripe })
    this.watch(stage, operations, streamAge)

    website.addApi(api.host)
    this.deploySite(stage, website, identity)
    this.publish({
      ...identity.browserConfig,
      siteUrl: website.url,
      distributionDomain: website.distribution.domainName,
      stripeSecret: stripe.secretName,
      stripeWebhookUrl: `${website.url}/api${webhookRoutes.stripeWebhook.path}`,
      tableName: table.table.tableName,
      tableKey: table.keyArn,
      secondFactorKey: mfaKey.keyArn,
      filesBucket: files.bucket.bucketName,
      recoveryBucket: recovery.bucket.bucketName,
    })
  }

  private grantApiAccess(
    functions: Api['functions'],
    { table, identity, ...others }: Others & Pick<Places, 'table' | 'identity'>,
  ): void {
    this.grantUserPoolAccess(functions, identity)
    this.grantServiceAccess(functions, others)
    this.grantFileAccess(functions, others.files)
    this.grantConfigurationRead(functions, { table, identity, files: others.files })
  }

  private grantRetries(scheduled: ScheduledJobs['functions'], { mail, stripe }: Pick<Others, 'mail' | 'stripe'>): void {
    stripe.grantRead(scheduled['payments/continue-refunds'])
    stripe.grantRead(scheduled['payments/release-holds'])
    mail.grantDeliver(scheduled['mail/retry-unsent'])
    mail.grantReadSendQuota(scheduled['mail/retry-unsent'])
    mail.grantForgetAddresses(scheduled['privacy/erase-due'])
  }

  private watch(stage: DeploymentStage, { alarms }: FunctionMonitoring, streamAge: Metric): void {
    new MailAlarms(this, 'MailAlarms', { alarms, sendsMail: stage.mail !== undefined })
    new ProductAlarms(this, 'ProductAlarms', { alarms, streamAge })
    new CostBudget(alarms.stack, 'Cost', { ...stage, alarms })
    const others = { 'milliseconds that the stream is behind': streamAge, ...mailReputationMetrics }
    new ProductDashboard(alarms.stack, 'Dashboard', { others })
  }

  private followTable(
    { mail: identity }: DeploymentStage,
    { configurationSet, ...props }: Omit<MailDeliveryProps, 'mail'> & DataExportMakerProps & AuditCopierProps,
  ): { readonly mail: MailDelivery; readonly streamAge: Metric } {
    const { table, operations } = props
    const mail = new MailDelivery(this, 'Mail', { ...props, configurationSet, ...(identity && { mail: identity }) })
    const exports = new DataExportMaker(this, 'ExportMaking', props)
    const copier = new AuditCopier(this, 'AuditCopying', props)
    const queues = {
      MAIL_QUEUE_URL: mail.outbox,
      EXPORT_QUEUE_URL: exports.requests,
      HISTORY_QUEUE_URL: copier.entries,
    }
    const { age } = new ChangeDispatcher(this, 'Changes', { table, queues, operations })
    return { mail, streamAge: age }
  }

  private deploySite(stage: PracticeStackProps, website: Website, { browserConfig, pool }: UserDirectory): void {
    const config = { region: stage.region, ...browserConfig }
    const { pages } = new WebsiteDeployment(this, 'SiteContents', { ...stage, website, config })
    if (stage.webApplicationFirewall) new UserPoolWebAcl(this, 'UserPoolWebAcl', pool, pages)
  }

  private findSiteWebAcl({ webApplicationFirewall }: DeploymentStage): string | undefined {
    if (!webApplicationFirewall) return undefined
    return new CfnParameter(this, SITE_WEB_ACL_ARN, {
      description: 'Output of the same name of the stack of this stage in us-east-1.',
      allowedPattern: '^arn:aws:wafv2:us-east-1:[0-9]{12}:global/webacl/.+$',
    }).valueAsString
  }

  private grantUserPoolAccess(functions: Api['functions'], identity: UserDirectory): void {
    const { account, diagnostics, mfa, payments, privacy, users } = functions
    for (const each of [account, diagnostics, mfa, payments, users]) identity.grantReadAccounts(each)
    for (const each of [account, users]) identity.grantAddToGroups(each)
    for (const each of [account, privacy]) identity.grantEndSessions(each)
    identity.grantDemandSecondFactor(mfa)
    identity.grantProvePasswords(mfa)
    identity.grantAdministerAccounts(users)
    identity.grantChangePasswords(account)
    identity.grantProveAddresses(account)
  }

  private grantConfigurationRead(
    { security }: Api['functions'],
    { table, identity, files }: Omit<Places, 'archive' | 'recovery' | 'history'>,
  ): void {
    for (const place of [table, identity, files]) place.grantDescribe(security)
  }

  private grantFileAccess({ files: fileApi, payments, privacy }: Api['functions'], files: FileVault): void {
    files.grantReadWriteReceipts(payments)
    files.grantPut(fileApi)
    files.grantReview(fileApi)
    files.grantOfferExports(privacy)
  }

  private grantServiceAccess({ diagnostics, payments }: Api['functions'], { files, mail, stripe }: Others): void {
    for (const each of [diagnostics, payments]) stripe.grantRead(each)
    files.grantReadLocation(diagnostics)
    mail.grantReadSendQuota(diagnostics)
  }

  private grantScheduledJobAccess(
    scheduled: ScheduledJobs['functions'],
    { files, archive, recovery, history, identity }: Omit<Places, 'table'>,
  ): void {
    const unfinished = scheduled['files/sweep-unfinished']
    const exports = scheduled['privacy/sweep-exports']
    const eraser = scheduled['privacy/erase-due']
    identity.grantReadAccounts(scheduled['diagnostics/check-invariants'])
    files.grantReview(unfinished)
    files.grantRemoveExports(exports)
    files.grantErase(eraser)
    archive.grantAdd(eraser)
    recovery.grantAddErasures(eraser)
    recovery.grantAddUsers(scheduled['recovery/export-accounts'])
    identity.grantListAccounts(scheduled['recovery/export-accounts'])
    history.grantDigest(scheduled['security/digest-audit-log'])
    history.grantCheck(scheduled['security/check-audit-log'])
    identity.grantRemoveAccounts(eraser)
    identity.grantRemoveUnproven(scheduled['account/follow-up-sign-ups'])
  }

  private publish(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) {
      new CfnOutput(
        this,
        name.replace(/^./, (first) => first.toUpperCase()),
        { value },
      )
    }
  }
}
