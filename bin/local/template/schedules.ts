import type { DeployedSchedule } from '../deployment.ts'
import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { parseRate } from '../parse-rate.ts'
import { getFunctionArn, getFunctionName } from './function-names.ts'
import { listStackResources } from './resources.ts'

interface ScheduleProperties {
  readonly ScheduleExpression: string
  readonly State?: string
  readonly Target: { readonly Arn: string; readonly RoleArn: string }
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
