export type LogRecord = Readonly<Record<string, unknown>>

export interface LogMetric {
  readonly namespace: string
  readonly name: string
  readonly value: number
  readonly dimensions?: Readonly<Record<string, string>>
}

interface EmbeddedMetrics {
  readonly CloudWatchMetrics: readonly {
    readonly Namespace: string
    readonly Dimensions: readonly (readonly string[])[]
    readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[]
  }[]
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
export function readEmbeddedMetrics(record: LogRecord): readonly (LogMetric & { readonly unit: string })[] {
  const { CloudWatchMetrics = [] } = (record['_aws'] ?? {}) as Partial<EmbeddedMetrics>
  return CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name, Unit }) => ({
        namespace: Namespace,
        name: Name,
        unit: Unit,
        value: Number(record[Name]),
        dimensions: Object.fromEntries(names.map((name) => [name, String(record[name])])),
      })),
    ),
  )
}
