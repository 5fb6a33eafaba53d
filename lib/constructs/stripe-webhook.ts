import { Construct } from 'constructs'
import { webhookRoutes } from '#contract/api-domains'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import type { Api } from './api.ts'
import type { DataTable } from './data-table.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'
import type { StripeSecret } from './stripe-secret.ts'

const route = webhookRoutes.stripeWebhook

export interface StripeWebhookProps {
  readonly api: Api
  readonly table: DataTable
  readonly stripe: StripeSecret
  readonly environment: FunctionEnvironment<typeof route.lambda>
  readonly operations: FunctionMonitoring
}

export class StripeWebhook extends Construct {
  constructor(scope: Construct, id: string, { api, table, stripe, environment, operations }: StripeWebhookProps) {
    super(scope, id)
    const called = new NonApiFunction(this, { name: route.lambda, environment, operations })
    table.grantAccess(called, tableAccessByLambda[route.lambda])
    stripe.grantRead(called)

    api.addMachineRoute(route, called)
  }
}
