import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConsoleParts } from './parts.ts'

/** One request to the local console. */
export interface ConsoleRequest {
  readonly parts: ConsoleParts
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export type Answer = (visit: ConsoleRequest) => void | Promise<void>
