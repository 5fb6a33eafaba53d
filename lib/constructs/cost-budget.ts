import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'
import type { DeploymentStage } from '../stages.ts'
import type { Alarms } from './alarms.ts'

export interface CostBudgetProps extends Pick<DeploymentStage, 'monthlyBudgetUsd'> {
  readonly alarms: Alarms
}

/**
 * For the whole account, because cost tags may not be activated. Notifies the topic of the alarms; runbook:
 * docs/runbooks/cost.md.
 */
export class CostBudget extends Construct {
  constructor(scope: Construct, id: string, { monthlyBudgetUsd, alarms }: CostBudgetProps) {
    super(scope, id)
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED') => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: alarms.topic.topicArn }],
    })
    const budget = new CfnBudget(this, 'Month', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' } },
      notificationsWithSubscribers: [notify('FORECASTED'), notify('ACTUAL')],
    })
    // Budgets checks its permission to publish when the budget is created.
    budget.node.addDependency(alarms.topic)
  }
}
