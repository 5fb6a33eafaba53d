import type * as z from 'zod/mini'
import type { NamedEndpoint } from './endpoints.ts'
import { createSchemaSamples, replaceValueAtPath } from './schema-samples.ts'
import { listSchemaTextFields } from './schema-texts.ts'

/** Without path parameters: an invalid id is simply not found. */
const parts = ['body', 'query'] as const
type Part = (typeof parts)[number]

const aProtocolLine = {
  unit: 'capsulas',
  doses: [{ time: 'Noche', amount: 1 }],
  sparseFrequency: '1 vez por semana',
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  instructions: 'Con agua',
  duration: 'Un mes',
  startDate: '2026-11-21',
  endDate: '2026-12-21',
  packDoses: 30,
}

const agreeing: Readonly<Record<string, object>> = {
  'consultations.agenda': { to: '2026-12-02T10:00:00.000Z' },
  'consultations.listHolds': { to: '2026-12-02T10:00:00.000Z' },
  'supplements.publish': {
    seen: [
      { clientSupplementId: 'csu_changed-line', version: 1 },
      { clientSupplementId: 'csu_ended-line', version: 1 },
    ],
    prescribe: [{ ...aProtocolLine, name: 'Magnesio' }],
    change: [{ ...aProtocolLine, clientSupplementIds: ['csu_changed-line'] }],
    finish: ['csu_ended-line'],
  },
  'supplements.addByMoment': {
    doses: [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Con cena', amount: 2 },
    ],
  },
}

export interface EndpointSample {
  readonly part: Part
  readonly schema: z.ZodMiniType
  readonly whole: object
}

/** For a union of bodies one sample of each. */
export const createEndpointSamples = ({ name, endpoint }: NamedEndpoint): readonly EndpointSample[] =>
  parts.flatMap((part) => {
    const schema = endpoint[part]
    return schema
      ? createSchemaSamples(schema).map((whole) => ({ part, schema, whole: { ...whole, ...agreeing[name] } }))
      : []
  })

export interface EndpointTextSample extends EndpointSample {
  readonly path: readonly string[]
  readonly withText: (text: string) => object
  readonly text: string
}

export const createEndpointTextSamples = (named: NamedEndpoint): readonly EndpointTextSample[] =>
  createEndpointSamples(named).flatMap((sample) =>
    listSchemaTextFields(sample.schema).flatMap(({ path }) => {
      const text = path.reduce<unknown>((within, key) => inner(within, key), sample.whole)
      const withText = (other: string) => replaceValueAtPath(sample.whole, path, other) as object
      return typeof text === 'string' ? [{ ...sample, path, text, withText }] : []
    }),
  )

const inner = (within: unknown, key: string): unknown =>
  Array.isArray(within) ? within[0] : (within as Readonly<Record<string, unknown>> | undefined)?.[key]
