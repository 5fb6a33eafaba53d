import {
  answerAwsJsonRequest,
  type AwsJsonOperation,
  StandInServiceError,
  type VerifyIamSignature,
} from './json-protocol.ts'
import type { ServiceStandIn } from './service-stand-in.ts'

interface LogEvent {
  readonly eventId: string
  readonly timestamp: number
  readonly message: string
}

const MAX_EVENTS = 5000

export function openLocalLogs() {
  const groups = new Map<string, LogEvent[]>()
  let written = 0
  return {
    write: (group: string, message: string): void => {
      const events = groups.get(group) ?? []
      groups.set(group, events)
      events.push({ eventId: String(++written), timestamp: Date.now(), message })
      if (events.length > MAX_EVENTS) events.shift()
    },
    listOf: (group: string): readonly LogEvent[] => groups.get(group) ?? [],
  }
}
export type LocalLogs = ReturnType<typeof openLocalLogs>

interface LogsStandInOptions {
  readonly logs: LocalLogs
  readonly groups: readonly string[]
  readonly verifyIam: VerifyIamSignature
}

interface FilterRequest {
  readonly logGroupName?: string
  readonly startTime?: number
  readonly filterPattern?: string
}

export const createLogsStandIn = ({ logs, groups, verifyIam }: LogsStandInOptions): ServiceStandIn => {
  const operations = {
    FilterLogEvents({ logGroupName = '', startTime = 0, filterPattern = '' }: FilterRequest) {
      if (!groups.includes(logGroupName))
        throw new StandInServiceError('ResourceNotFoundException', 'The specified log group does not exist.')
      const matches = parseFilterPattern(filterPattern)
      return { events: logs.listOf(logGroupName).filter((event) => event.timestamp >= startTime && matches(event)) }
    },
  } satisfies Record<string, AwsJsonOperation>
  return {
    answer: (request, response) =>
      answerAwsJsonRequest(request, response, { operations, admit: (_name, body) => void verifyIam(request, body) }),
  }
}

const TERM = /^\$\.(\w+) = "(\w*)(\*?)"$/

/** `{ $.name = "text" || $.name = "te*" }`, the only form that our commands use. */
function parseFilterPattern(pattern: string): (event: LogEvent) => boolean {
  const [, content] = /^\{ (.+) \}$/.exec(pattern) ?? []
  const terms = (content ?? '').split(' || ').map((term) => TERM.exec(term))
  if (terms.some((term) => term === null))
    throw new StandInServiceError('InvalidParameterException', `Invalid filter pattern ${pattern}`)
  return ({ message }) => {
    const line = parseLine(message)
    return terms.some((term) => {
      const [, name = '', text = '', star] = term ?? []
      const value = line[name]
      return typeof value === 'string' && (star ? value.startsWith(text) : value === text)
    })
  }
}

function parseLine(message: string): Readonly<Record<string, unknown>> {
  try {
    const line: unknown = JSON.parse(message)
    return typeof line === 'object' && line !== null ? { ...line } : {}
  } catch {
    return {}
  }
}
