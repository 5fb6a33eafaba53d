import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeskParts } from './parts.ts'

/** One request to the desk. */
export interface Visit {
  readonly parts: DeskParts
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export type Answer = (visit: Visit) => void | Promise<void>
