import { parseArgs } from 'node:util'
import type { Deployment } from '../deploy/deployment.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { findResource, requireFunctionName } from './find-resource.ts'
import { sendSignedJsonRequest } from './signed-json-request.ts'

interface FilteredLogEvents {
  readonly events?: readonly { readonly message?: string }[]
  readonly nextToken?: string
}

const minutesOfUnit: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

const patterns: Readonly<Record<string, string>> = {
  ERROR: '{ $.level = "ERROR" }',
  WARN: '{ $.level = "WARN" || $.level = "ERROR" }',
  INFO: '{ $.level = "INFO" || $.level = "WARN" || $.level = "ERROR" }',
}

const ENDED_CALLS = '{ $.status = "429" || $.status = "5*" }'

/** `npm run logs -- prod payments --since 3h --level WARN`; `api` is the access log of the API. */
export async function readLogs(deployment: Deployment, words: readonly string[], tools: Tools): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { since: { type: 'string', default: '1h' }, level: { type: 'string', default: 'ERROR' } },
  })
  const [name] = positionals
  const ending = name === 'api' ? 'ApiAccessLog' : `${requireFunctionName(name)}Log`
  const filterPattern = name === 'api' ? ENDED_CALLS : patterns[values.level]
  if (filterPattern === undefined) throw new CommandError(`--level es ${Object.keys(patterns).join(', ')}.`)
  const startTime = toStart(values.since)

  const logGroupName = await findResource(deployment, tools, { type: 'AWS::Logs::LogGroup', ending })
  let lines = 0
  let nextToken: string | undefined
  do {
    const input = { logGroupName, startTime, filterPattern, nextToken }
    const page = await sendSignedJsonRequest<FilteredLogEvents>(tools.clients, 'logs', 'FilterLogEvents', input)
    for (const { message = '' } of page.events ?? []) tools.say(message.trimEnd())
    lines += page.events?.length ?? 0
    ;({ nextToken } = page)
  } while (nextToken !== undefined)
  if (lines === 0) tools.say(`Nada desde ${new Date(startTime).toISOString()}.`)
}

function toStart(since: string): number {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(since) ?? []
  if (count === undefined) throw new CommandError('--since es como 30m, 3h o 2d.')
  return Date.now() - Number(count) * (minutesOfUnit[unit] ?? 0) * 60_000
}
