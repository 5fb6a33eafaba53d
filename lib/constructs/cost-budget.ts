import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { Construct } from 'constructs'
import type { DeploymentStage } from '../stages.ts'
import type { Alarms } from './alarms.ts'

export interface CostBudgetProps extends Pick<DeploymentStage, 'monthlyBudgetUsd'> {
  readonly alarms: Alarms
}

/** Told of by the same topic as alarms; the page is docs/runbooks/cost.md. Of the whole account: tags may not be activated. */
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
    // Budgets asks whether it may publish when the budget is made.
    budget.node.addDependency(alarms.topic)
  }
}
