import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { DeployedMailEvents } from '../deployment.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { createRuleTargetFinder } from './event-rules.ts'
import { getOnlyStackResource } from './resources.ts'

interface DestinationProperties {
  readonly EventDestination: { readonly Enabled: boolean; readonly MatchingEventTypes: readonly string[] }
}

export function readMailEvents(stack: TemplateStack, calls: ServiceCalls): DeployedMailEvents {
  const { ref } = getOnlyStackResource(stack, 'AWS::SES::ConfigurationSet', [])
  const { EventDestination } = getOnlyStackResource<DestinationProperties>(
    stack,
    'AWS::SES::ConfigurationSetEventDestination',
    ['EventDestination'],
  ).properties
  const listTargets = createRuleTargetFinder(stack, calls)
  return {
    configurationSet: ref,
    listHandlers: (event) => {
      const { Enabled, MatchingEventTypes } = EventDestination
      return Enabled && MatchingEventTypes.includes(event.detail.eventType.toLowerCase()) ? listTargets(event) : []
    },
  }
}
