import type { DeployedSchedule } from '../deployment.ts'
import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { getFunctionArn, getFunctionName } from './function-names.ts'
import { listStackResources } from './resources.ts'

interface ScheduleProperties {
  readonly ScheduleExpression: string
  readonly State?: string
  readonly Target: { readonly Arn: string; readonly RoleArn: string }
}

const MINUTE_MS = 60_000
const unitsMs: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }

/** @throws Error for a cron expression */
function parseRate(expression: string): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const unitMs = unitsMs[unit]
  if (unitMs === undefined) throw new Error(`${expression} is not run on this machine`)
  return Number(count) * unitMs
}

export const readSchedules = (stack: TemplateStack, calls: ServiceCalls): readonly DeployedSchedule[] =>
  listStackResources<ScheduleProperties>(stack, 'AWS::Scheduler::Schedule', ['ScheduleExpression', 'State', 'Target'])
    .filter(({ properties: { State = 'ENABLED' } }) => State === 'ENABLED')
    .map(({ properties: { ScheduleExpression, Target } }) => {
      const handler = getFunctionName(Target.Arn)
      return {
        handler,
        requireInvoke: () => calls.invokeBySchedule(getFunctionArn(handler, stack), Target.RoleArn),
        everyMs: parseRate(ScheduleExpression),
        // Recognised by name: a template does not tell a schedule's purpose.
        isNightlyRun: handler.includes('customersrecount'),
        isFirstCheck: handler.includes('checkinvariants'),
      }
    })
