import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { machineRoutes } from '#contract/api'
import { PRODUCT_NAME } from '#contract/product'
import type { Environment } from '#platform/lambdas'
import { addressesOf } from './addresses.ts'
import { Alarms } from './constructs/alarms.ts'
import { Api } from './constructs/api.ts'
import { DataTable } from './constructs/data-table.ts'
import { FileVault } from './constructs/file-vault.ts'
import { Identity } from './constructs/identity.ts'
import { logBucket } from './constructs/log-bucket.ts'
import { MailDelivery } from './constructs/mail-delivery.ts'
import { MfaKey } from './constructs/mfa-key.ts'
import { Schedules } from './constructs/schedules.ts'
import { SiteContents } from './constructs/site-contents.ts'
import { StripeSecret } from './constructs/stripe-secret.ts'
import { StripeWebhook } from './constructs/stripe-webhook.ts'
import { Website } from './constructs/website.ts'
import type { Stage } from './stages.ts'

export interface PracticeStackProps extends Stage {
  /**
   * Where `bin/build-site.ts` left the website.
   * @default - nothing is built; the stack publishes a placeholder
   */
  readonly siteFolder?: string | undefined
}

/** The product in one stage. */
export class PracticeStack extends Stack {
  constructor(scope: Construct, stageName: string, stage: PracticeStackProps) {
    const { region, terminationProtection, logRetention } = stage
    super(scope, `HabitatInterior-${stageName}`, { env: { region }, terminationProtection })
    const addresses = addressesOf(stageName, region)
    const operations = { alarms: new Alarms(this, 'Alarms', stage), logRetention }
    const logs = logBucket(this, 'Logs')

    const table = new DataTable(this, 'Data')
    const website = new Website(this, 'Website', { ...stage, addresses, logs })
    const files = new FileVault(this, 'Files', { ...stage, addresses, siteUrl: website.url, logs })
    const identity = new Identity(this, 'Identity', { ...stage, addresses, siteUrl: website.url, table, operations })
    const mfaKey = new MfaKey(this, 'MfaKey', stageName)
    const stripe = new StripeSecret(this, 'Stripe', stageName)
    const environment: Environment = {
      TABLE_NAME: table.table.tableName,
      FILES_BUCKET: files.bucket.bucketName,
      USER_POOL_ID: identity.pool.userPoolId,
      USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
      SITE_URL: website.url,
      MAIL_SENDER: `${PRODUCT_NAME} <${stage.mail?.sender ?? 'no-reply@habitat-interior.invalid'}>`,
      PRACTICE_MAIL: stage.mail?.practice ?? stage.mail?.sender ?? 'no-reply@habitat-interior.invalid',
      STRIPE_SECRET: stripe.secretName,
      STRIPE_API_URL: 'https://api.stripe.com',
      ORIGIN_SECRET: website.originSecret.secretName,
      MFA_KEY_ID: mfaKey.keyArn,
    }
    const api = new Api(this, 'Api', { identity, table, website, environment, operations })
    new StripeWebhook(this, 'StripeWebhook', { api, table, stripe, environment, operations })
    const mail = new MailDelivery(this, 'Mail', { ...stage, table, files, environment, operations })
    const { functions: scheduled } = new Schedules(this, 'Schedules', { environment, operations })

    const { account, mfa, payments, users } = api.functions
    for (const reader of [account, mfa, payments, users]) identity.grantReadAccounts(reader)
    for (const giver of [account, users]) identity.grantAddToGroups(giver)
    identity.grantDemandSecondFactor(mfa)
    identity.grantAdministerAccounts(users)
    identity.grantChangePasswords(account)
    mfaKey.grantSeal(mfa)
    stripe.grantRead(payments)
    files.grantKeepReceipts(payments)
    mail.grantDeliver(scheduled['mail/retry-unsent'])
    table.grantItems(scheduled['account/fail-abandoned-attempts'])
    table.grantAppendAudit(scheduled['account/fail-abandoned-attempts'])

    website.addApi(api.host)
    new SiteContents(this, 'SiteContents', { ...stage, website, config: { region, ...identity.browserConfig } })
    this.publish({ ...identity.browserConfig, siteUrl: website.url, stripeSecret: stripe.secretName })
    this.publish({ stripeWebhookUrl: `${website.url}/api${machineRoutes.stripeWebhook.path}` })
    this.publish({ tableName: table.table.tableName, filesBucket: files.bucket.bucketName })
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
