import type { IncomingMessage } from 'node:http'
import type * as z from 'zod/mini'
import { readBody } from '../json-protocol.ts'
import { Refusal } from './refusal.ts'

/**
 * Reads a JSON body of the given shape; an empty body counts as `{}`.
 * @throws Refusal 400 for what is not JSON, or not of that shape
 */
export async function readJson<T>(request: IncomingMessage, shape: z.ZodMiniType<T>): Promise<T> {
  const body = await readBody(request)
  const { success, data, error } = shape.safeParse(parsed(body.toString('utf8') || '{}'))
  if (success) return data
  const [issue] = error.issues
  const place = issue?.path.join('.')
  throw new Refusal(400, `Petición no válida${place ? ` («${place}»)` : ''}: ${issue?.message ?? ''}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'El cuerpo de la petición no es JSON.')
  }
}
