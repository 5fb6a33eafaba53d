import type { Context } from 'aws-lambda'
import { withTableAccess } from '#data/enforce-table-access'
import type { TableAccess } from '#data/table-access'
import type { lambdaSchedules } from './lambdas.ts'
import { startInvocationLog } from './log.ts'
import { mapStack } from './map-stack.ts'
import { recordMetric } from './metrics.ts'

export function serveEvent<Given extends unknown[], Reply>(
  access: TableAccess,
  handler: (...given: Given) => Promise<Reply>,
): (...given: Given) => Promise<Reply> {
  const serve = withTableAccess(access, handler)
  return async (...given) => {
    const [event, context] = given as readonly unknown[] as readonly [unknown?, Partial<Context>?]
    startInvocationLog(findEventId(event), context)
    try {
      return await serve(...given)
    } catch (error) {
      // Lambda logs what is thrown, as it is.
      if (error instanceof Error && error.stack) error.stack = mapStack(error.stack)
      throw error
    }
  }
}

export const serveSchedule = <Given extends unknown[], Reply>(
  access: TableAccess,
  schedule: keyof typeof lambdaSchedules,
  handler: (...given: Given) => Promise<Reply>,
): ((...given: Given) => Promise<Reply>) =>
  serveEvent(access, async (...given) => {
    const reply = await handler(...given)
    recordMetric('ScheduleRan', 1, { schedule })
    return reply
  })

interface IdentifiedEvent {
  readonly id?: string
  readonly Records?: readonly [{ readonly eventID?: string; readonly messageId?: string }?]
}

/** For a batch the id of its first record, which stays the same when stream or queue repeat it. */
function findEventId(event: unknown): string | undefined {
  const { id, Records } = (event ?? {}) as IdentifiedEvent
  const [first] = Records ?? []
  return id ?? first?.eventID ?? first?.messageId
}
