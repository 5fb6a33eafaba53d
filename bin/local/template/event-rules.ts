import type { ServiceCalls } from '../authorization/service-calls.ts'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import { matchesPattern } from './event-filter.ts'
import { getFunctionName } from './function-names.ts'
import { listStackResources } from './resources.ts'

interface RuleProperties {
  readonly EventPattern: unknown
  readonly State?: string
  readonly Targets: readonly { readonly Arn: string }[]
}

/**
 * The target functions of EventBridge's rules for an event.
 * @throws AccessDeniedError if EventBridge lacks the permission to invoke one
 */
export function createRuleTargetFinder(
  stack: TemplateStack,
  calls: ServiceCalls,
): (event: unknown) => readonly string[] {
  const rules = listStackResources<RuleProperties>(stack, 'AWS::Events::Rule', ['EventPattern', 'State', 'Targets'])
  return (event) =>
    rules
      .filter(({ properties: { EventPattern, State = 'ENABLED' } }) => {
        return State === 'ENABLED' && matchesPattern(EventPattern, event)
      })
      .flatMap(({ logicalId, stack: holder, properties: { Targets } }) =>
        Targets.map(({ Arn }) => {
          calls.invokeByRule(Arn, getResourceArn(logicalId, holder))
          return getFunctionName(Arn)
        }),
      )
}
