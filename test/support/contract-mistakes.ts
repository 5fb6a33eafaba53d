import type * as z from 'zod/mini'
import { createEndpointSamples, type EndpointSample } from './endpoint-samples.ts'
import { allEndpoints } from './endpoints.ts'
import { listValuePaths, replaceValueAtPath } from './schema-samples.ts'

const mistakes: Readonly<Record<string, unknown>> = {
  missing: undefined,
  'no value': null,
  'a text': 'x',
  'an empty text': '',
  'a long text': 'Texto largo 1! '.repeat(200_000),
  'a number': 7.5,
  'a number with many decimals': 1.23456,
  'a negative number': -1,
  'a big number': 1e300,
  'no number': Number.NaN,
  'yes or no': 'maybe',
  'an empty list': [],
  'a long list': Array.from({ length: 200 }, () => 'x'),
  'an object': { surprise: 1 },
}

export interface ContractMistake {
  readonly endpoint: string
  readonly part: string
  readonly path: string
  readonly kind: string
  readonly issue: z.core.$ZodIssue
}

const samples = allEndpoints.flatMap((named) =>
  createEndpointSamples(named).map((sample) => ({ name: named.name, ...sample })),
)

const findMistakes = ({
  name: endpoint,
  part,
  schema,
  whole,
}: EndpointSample & { readonly name: string }): ContractMistake[] =>
  [...listValuePaths(whole), ['surprise']].flatMap((path) =>
    Object.entries(mistakes).flatMap(([kind, value]) => {
      const given = path[0] === 'surprise' ? { ...whole, surprise: value } : replaceValueAtPath(whole, path, value)
      const issues = schema.safeParse(given).error?.issues ?? []
      return issues.flatMap(unfolded).map((issue) => ({ endpoint, part, path: path.join('.'), kind, issue }))
    }),
  )

const unfolded = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' ? [issue, ...issue.errors.flat().flatMap(unfolded)] : [issue]

export const listContractMistakes = (): readonly ContractMistake[] => samples.flatMap(findMistakes)
