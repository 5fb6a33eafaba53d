import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LocalAddresses } from '../addresses.ts'
import { FUNCTION_SECONDS } from '#data/service-clients'
import { createAuthorizeCall } from '../authorization/authorize-call.ts'
import { createServiceCalls, type ServiceCalls } from '../authorization/service-calls.ts'
import type { LocalDeployment } from '../deployment.ts'
import { type DeployedAlarm, readAlarms } from './alarms.ts'
import { readStackPolicies } from '../iam/template-policies.ts'
import { readApi } from './api.ts'
import { readDeployedStack } from './cloudformation.ts'
import { createDistribution } from './distribution.ts'
import { readDistribution } from './distribution-config.ts'
import { type EventSource, readEventSources } from './event-source.ts'
import { listFunctions } from './function-definitions.ts'
import { knownProperties } from './known-properties.ts'
import { createLocalHosts, type LocalHosts } from './local-hosts.ts'
import { readMalwareProtectionPlan } from './malware-scan.ts'
import { readSynthesisedStack, type SynthesisedStack } from './read-stack.ts'
import { readMailEvents } from './mail-events.ts'
import type { QueueSource } from '../queue-pump.ts'
import { readQueues, readQueueSources } from './queue-sources.ts'
import { requireKnownProperties, requireKnownTypes } from './resources.ts'
import { createRoleCredentials, type RoleCredentials } from './role-credentials.ts'
import { readSchedules } from './schedules.ts'
import { readSecrets } from './secrets.ts'
import { readSiteFiles } from './site-files.ts'
import { readBuckets, readMfaKey, readTable } from './stores.ts'
import { readUserPool } from './user-pool.ts'
import { readWebAcls } from './web-acls.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface TemplateDeployment extends LocalDeployment {
  readonly credentialsOf: (roleArn: string) => RoleCredentials
  readonly calls: ServiceCalls
  readonly synthesised: SynthesisedStack
  readonly hosts: LocalHosts
  readonly eventSources: readonly EventSource[]
  readonly queueSources: readonly QueueSource[]
  readonly alarms: readonly DeployedAlarm[]
  /** CloudFront in front of the API. */
  readonly openDistribution: (api: Answer) => Answer
}

interface TemplateOptions {
  /** Output folder of `cdk synth`. */
  readonly folder: string
  readonly addresses: LocalAddresses
  /** Known once Stripe's stand-in listens. */
  readonly stripeApi: () => string
}

/** Variables of all functions: apart from the function's own time, a name has the same value everywhere. */
function joinVariables(synthesised: SynthesisedStack): Readonly<Record<string, string>> {
  const { [FUNCTION_SECONDS]: _, ...variables } = Object.assign(
    {},
    ...listFunctions(synthesised).map(({ environment }) => environment),
  ) as Record<string, string>
  return variables
}

/** Everything is read from the synthesised stack. */
export function readTemplateDeployment({ folder, addresses, stripeApi }: TemplateOptions): TemplateDeployment {
  const synthesised = readSynthesisedStack(folder)
  const { stack } = synthesised
  requireKnownTypes(stack, Object.keys(knownProperties))
  requireKnownProperties(stack, knownProperties)
  const hosts = createLocalHosts({ stack, addresses, stripeApi })
  const secrets = readSecrets(stack)
  const credentials = createRoleCredentials()
  const authorizeCall = createAuthorizeCall({ policies: readStackPolicies(stack), credentials })
  const calls = createServiceCalls(authorizeCall)
  const config = readDistribution(stack, hosts, secrets)
  const webAcls = readWebAcls(synthesised)
  const api = config.behaviors.find(({ bucket }) => bucket === undefined)
  return {
    synthesised,
    hosts,
    credentialsOf: credentials.credentialsOf,
    authorizeCall,
    calls,
    ...readTable(stack),
    pool: { ...readUserPool(stack, { hosts, secrets, calls }), ...(webAcls.pool && { webAcl: webAcls.pool }) },
    ...readBuckets(stack, hosts),
    malwareScan: readMalwareProtectionPlan(stack, calls),
    secrets,
    mfaKey: readMfaKey(stack),
    api: { ...readApi(stack, hosts, calls), originHeaders: api?.originHeaders ?? {} },
    variables: joinVariables(synthesised),
    schedules: readSchedules(stack, calls),
    stack: readDeployedStack(stack, hosts.localise),
    mailEvents: readMailEvents(stack, calls),
    eventSources: readEventSources(stack),
    queues: readQueues(stack, hosts),
    queueSources: readQueueSources(stack),
    alarms: readAlarms(stack, calls),
    openDistribution: (answerApi) => {
      const buckets = config.behaviors.flatMap(({ bucket }) => bucket ?? [])
      const files = new Map(
        buckets.map((bucket) => [bucket, readSiteFiles(synthesised, bucket, { hosts, addresses })] as const),
      )
      const requireRead = (bucket: string, key: string): void =>
        calls.readSite(`arn:aws:s3:::${bucket}`, key, config.arn)
      const requireList = (bucket: string): void => calls.listSite(`arn:aws:s3:::${bucket}`, config.arn)
      return createDistribution({ config, files, requireRead, requireList, webAcl: webAcls.site, api: answerApi })
    },
  }
}
