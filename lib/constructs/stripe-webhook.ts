import { Construct } from 'constructs'
import { machineRoutes } from '#contract/api'
import { tableAccess } from '../../functions/table-access.ts'
import type { Api } from './api.ts'
import type { DataTable } from './data-table.ts'
import { type EnvironmentOf, type Operations, TriggerFunction } from './product-function.ts'
import type { StripeSecret } from './stripe-secret.ts'

const route = machineRoutes.stripeWebhook

export interface StripeWebhookProps {
  readonly api: Api
  readonly table: DataTable
  readonly stripe: StripeSecret
  readonly environment: EnvironmentOf<typeof route.lambda>
  readonly operations: Operations
}

export class StripeWebhook extends Construct {
  constructor(scope: Construct, id: string, { api, table, stripe, environment, operations }: StripeWebhookProps) {
    super(scope, id)
    const called = new TriggerFunction(this, { name: route.lambda, environment, operations })
    table.grantAccess(called, tableAccess[route.lambda])
    stripe.grantRead(called)

    api.addMachineRoute(route, called)
  }
}
