import { Duration } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric, type Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { lambdaSchedules } from '#platform/lambdas'
import { metricList, type MetricName } from '#platform/metric-list'
import { listRecordKeys } from '../records.ts'
import { productMetric } from './product-metric.ts'

const COLUMNS = 24
const PER_ROW = 3

export interface ProductDashboardProps {
  readonly others: Readonly<Record<string, Metric>>
}

export class ProductDashboard extends Construct {
  constructor(scope: Construct, id: string, { others }: ProductDashboardProps) {
    super(scope, id)
    const period = Duration.minutes(5)
    const graphs = listRecordKeys(metricList).map((name) =>
      toGraph(`${name}: ${metricList[name].meaning}`, this.metricsOf(name, period)),
    )
    const dashboard = new Dashboard(this, 'Board', { defaultInterval: Duration.days(1) })
    dashboard.addWidgets(
      new TextWidget({
        markdown: 'What each graph means: `functions/platform/metric-list.ts`.',
        width: COLUMNS,
        height: 1,
      }),
    )
    const all = [...graphs, ...Object.entries(others).map(([title, metric]) => toGraph(title, [metric]))]
    for (let at = 0; at < all.length; at += PER_ROW) dashboard.addWidgets(...all.slice(at, at + PER_ROW))
  }

  private metricsOf(name: MetricName, period: Duration): readonly IMetric[] {
    if (!('dimension' in metricList[name])) return [productMetric(this, name, { period })]
    return listRecordKeys(lambdaSchedules).map((schedule) =>
      productMetric(this, name, { period, dimensions: { schedule } }).with({ label: schedule }),
    )
  }
}

const toGraph = (title: string, metrics: readonly IMetric[]) =>
  new GraphWidget({ title, left: [...metrics], width: COLUMNS / PER_ROW, height: 6 })
