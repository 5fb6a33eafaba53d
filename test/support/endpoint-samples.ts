import type * as z from 'zod/mini'
import type { NamedEndpoint } from './endpoints.ts'
import { samplesOf, withValueAt } from './schema-samples.ts'
import { textsIn } from './schema-texts.ts'

/** The parts of a request that people and browsers fill in. An id in the path that cannot exist is not found. */
const parts = ['body', 'query'] as const
type Part = (typeof parts)[number]

/** What makes samples agree with each other, where a schema looks at more than one field. */
const agreeing: Readonly<Record<string, object>> = {
  'consultations.agenda': { to: '2026-12-02T10:00:00.000Z' },
  'supplements.addByMoment': {
    doses: [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Con cena', amount: 2 },
    ],
  },
}

export interface Sample {
  readonly part: Part
  readonly schema: z.ZodMiniType
  /** A body or a query that the endpoint takes, with every field filled in. */
  readonly whole: object
}

/** What an endpoint takes; of a choice of several bodies one of each. */
export const samplesFor = ({ name, endpoint }: NamedEndpoint): readonly Sample[] =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    return schema ? samplesOf(schema).map((whole) => ({ part, schema, whole: { ...whole, ...agreeing[name] } })) : []
  })

export interface TextSample extends Sample {
  readonly path: readonly string[]
  /** The same with another text in the place. */
  readonly withText: (text: string) => object
  /** The text that stands there. */
  readonly text: string
}

/** Every place of an endpoint's bodies and queries that takes text, with a text that it takes. */
export const textSamplesFor = (named: NamedEndpoint): readonly TextSample[] =>
  samplesFor(named).flatMap((sample) =>
    textsIn(sample.schema).flatMap(({ path }) => {
      const text = path.reduce<unknown>((within, key) => inner(within, key), sample.whole)
      const withText = (other: string) => withValueAt(sample.whole, path, other) as object
      return typeof text === 'string' ? [{ ...sample, path, text, withText }] : []
    }),
  )

const inner = (within: unknown, key: string): unknown =>
  Array.isArray(within) ? within[0] : (within as Readonly<Record<string, unknown>> | undefined)?.[key]
