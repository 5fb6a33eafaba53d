import { RemovalPolicy, SecretValue } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'

/** Deployments never overwrite Stripe's values once an operator has entered them. */
const placeholder = SecretValue.unsafePlainText('fill me in: docs/deploy.md')

/** `{ "secretKey": "sk_…", "webhookSecret": "whsec_…" }` of the stage's Stripe account. */
export class StripeSecret extends Secret {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Stripe: secret key and signing secret of the webhook',
      secretObjectValue: { secretKey: placeholder, webhookSecret: placeholder },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    suppressCdkNagFindings(this, { SMG4: 'Stripe makes these values; docs/deploy.md says how to replace them.' })
  }
}
