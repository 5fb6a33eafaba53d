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
  /** Since when alarms see it, in milliseconds since 1970. */
  readonly visibleAt: number
}

/** How long AWS takes, about, until what its services and our lines say that they measured is in CloudWatch. */
export const PUBLISHING_MS = 2 * 60_000

/** Of a call of a function there are nine; the alarms of a test look back over less than a day. */
const MOST_DATAPOINTS = 20_000

/** What AWS measures of its services, here of the stand-ins, by the product's clock; gone with the process. */
export function openLocalMetrics({ now }: { readonly now: () => Date }) {
  const kept: Datapoint[] = []
  return {
    now: (): number => now().getTime(),
    /** `at`: where it is not now. */
    put: ({ at, ...measured }: Omit<Datapoint, 'at' | 'visibleAt'> & Partial<Pick<Datapoint, 'at'>>): void => {
      const measuredAt = now().getTime()
      kept.push({ ...measured, at: at ?? measuredAt, visibleAt: measuredAt + PUBLISHING_MS })
      if (kept.length > MOST_DATAPOINTS) kept.shift()
    },
    /** Oldest first. */
    list: (): readonly Datapoint[] => [...kept],
  }
}
export type LocalMetrics = ReturnType<typeof openLocalMetrics>

type Dimensions = Metric['dimensions']

const hasAll = (dimensions: Dimensions, wanted: Dimensions): boolean =>
  Object.entries(wanted).every(([name, value]) => dimensions[name] === value)

/** A metric with one dimension more is another metric. */
export const hasSameDimensions = (one: Dimensions, other: Dimensions): boolean =>
  hasAll(one, other) && hasAll(other, one)

export const isSameMetric = (one: Metric, other: Metric): boolean =>
  one.namespace === other.namespace && one.name === other.name && hasSameDimensions(one.dimensions, other.dimensions)
