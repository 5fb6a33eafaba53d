import type * as z from 'zod/mini'
import type { NamedEndpoint } from './endpoints.ts'
import { samplesOf, withValueAt } from './schema-samples.ts'
import { textsIn } from './schema-texts.ts'

/** Without path parameters: an impossible id is just not found. */
const parts = ['body', 'query'] as const
type Part = (typeof parts)[number]

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
  /** A valid body or query with every field set. */
  readonly whole: object
}

/** For a union of bodies one sample of each. */
export const samplesFor = ({ name, endpoint }: NamedEndpoint): readonly Sample[] =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    return schema ? samplesOf(schema).map((whole) => ({ part, schema, whole: { ...whole, ...agreeing[name] } })) : []
  })

export interface TextSample extends Sample {
  readonly path: readonly string[]
  /** The sample with another text in this field. */
  readonly withText: (text: string) => object
  readonly text: string
}

/** Every text field of an endpoint's bodies and queries, with a valid text. */
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
