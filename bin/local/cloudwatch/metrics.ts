export interface Metric {
  readonly namespace: string
  readonly name: string
  readonly dimensions: Readonly<Record<string, string>>
}

export interface Datapoint extends Metric {
  readonly value: number
  readonly unit: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** When alarms see it, in milliseconds since 1970. */
  readonly visibleAt: number
}

/** Approximate delay of AWS until a metric is in CloudWatch. */
export const PUBLISHING_MS = 2 * 60_000

/** A call of a function has six datapoints, from a stream nine; the alarms of a test look back less than a day. */
const MAX_DATAPOINTS = 20_000

/** Metrics that AWS publishes, measured at the stand-ins by the product's clock; in memory. */
export function openLocalMetrics({ now }: { readonly now: () => Date }) {
  const kept: Datapoint[] = []
  return {
    now: (): number => now().getTime(),
    put: ({ at, ...measured }: Omit<Datapoint, 'at' | 'visibleAt'> & Partial<Pick<Datapoint, 'at'>>): void => {
      const measuredAt = now().getTime()
      kept.push({ ...measured, at: at ?? measuredAt, visibleAt: measuredAt + PUBLISHING_MS })
      if (kept.length > MAX_DATAPOINTS) kept.shift()
    },
    /** Oldest first. */
    list: (): readonly Datapoint[] => [...kept],
  }
}
export type LocalMetrics = ReturnType<typeof openLocalMetrics>

type Dimensions = Metric['dimensions']

const hasAll = (dimensions: Dimensions, wanted: Dimensions): boolean =>
  Object.entries(wanted).every(([name, value]) => dimensions[name] === value)

/** A metric with an additional dimension is a different metric. */
export const hasSameDimensions = (one: Dimensions, other: Dimensions): boolean =>
  hasAll(one, other) && hasAll(other, one)

export const isSameMetric = (one: Metric, other: Metric): boolean =>
  one.namespace === other.namespace && one.name === other.name && hasSameDimensions(one.dimensions, other.dimensions)
