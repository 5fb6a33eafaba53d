import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { DeployedMailEvents } from '../deployment.ts'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import { matchesPattern } from './event-filter.ts'
import { getFunctionName } from './function-names.ts'
import { getOnlyStackResource, listStackResources } from './resources.ts'

interface DestinationProperties {
  readonly EventDestination: { readonly Enabled: boolean; readonly MatchingEventTypes: readonly string[] }
}

interface RuleProperties {
  readonly EventPattern: unknown
  readonly State?: string
  readonly Targets: readonly { readonly Arn: string }[]
}

/** SES' configuration set, what it publishes, and the rules of EventBridge that this matches. */
export function readMailEvents(stack: TemplateStack, calls: ServiceCalls): DeployedMailEvents {
  const { ref } = getOnlyStackResource(stack, 'AWS::SES::ConfigurationSet', [])
  const { EventDestination } = getOnlyStackResource<DestinationProperties>(
    stack,
    'AWS::SES::ConfigurationSetEventDestination',
    ['EventDestination'],
  ).properties
  const rules = listStackResources<RuleProperties>(stack, 'AWS::Events::Rule', ['EventPattern', 'State', 'Targets'])
  return {
    configurationSet: ref,
    listHandlers: (event) => {
      const { Enabled, MatchingEventTypes } = EventDestination
      if (!Enabled || !MatchingEventTypes.includes(event.detail.eventType.toLowerCase())) return []
      return rules
        .filter(({ properties: { EventPattern, State = 'ENABLED' } }) => {
          return State === 'ENABLED' && matchesPattern(EventPattern, event)
        })
        .flatMap(({ logicalId, stack: holder, properties: { Targets } }) =>
          Targets.map(({ Arn }) => {
            calls.invokeByRule(Arn, getResourceArn(logicalId, holder))
            return getFunctionName(Arn)
          }),
        )
    },
  }
}
