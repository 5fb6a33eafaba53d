import { LOCAL_GOOGLE_CLIENT } from '../addresses.ts'
import type { PoolMailAccount } from '../cognito/codes.ts'
import type { DeployedPool } from '../deployment.ts'
import type { ServiceCalls } from '../authorization/service-calls.ts'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import { getFunctionArn, getFunctionName } from './function-names.ts'
import type { LocalHosts } from './local-hosts.ts'
import { getOnlyStackResource, listStackResources } from './resources.ts'
import { resolveSecretReferences } from './secrets.ts'

interface PoolProperties {
  readonly LambdaConfig?: Readonly<Record<string, unknown>>
  readonly EmailConfiguration?: { readonly EmailSendingAccount?: PoolMailAccount }
}

interface ClientProperties {
  readonly CallbackURLs?: readonly string[]
  readonly LogoutURLs?: readonly string[]
}

interface ProviderProperties {
  readonly ProviderName: string
  readonly ProviderDetails: { readonly client_id: string; readonly client_secret: string }
}

type Trigger = keyof DeployedPool['triggers']

/** Trigger events of the stand-in by property of `LambdaConfig`. */
const triggerNames: Readonly<Record<string, Trigger>> = {
  PreSignUp: 'preSignUp',
  PostConfirmation: 'postConfirmation',
  PreTokenGenerationConfig: 'preTokenGeneration',
  CustomMessage: 'customMessage',
  PreAuthentication: 'preAuthentication',
  PostAuthentication: 'postAuthentication',
}

function readTrigger([property, given]: readonly [string, unknown]): readonly [Trigger, string] {
  const trigger = triggerNames[property]
  if (!trigger) throw new Error(`the trigger ${property} is not known on this machine`)
  if (typeof given === 'string') return [trigger, getFunctionName(given)]
  const { LambdaArn, LambdaVersion } = given as { readonly LambdaArn: string; readonly LambdaVersion: string }
  if (LambdaVersion !== 'V2_0') throw new Error(`${property} with events of version ${LambdaVersion}`)
  return [trigger, getFunctionName(LambdaArn)]
}

function readGoogle(stack: TemplateStack, secrets: Readonly<Record<string, string>>): DeployedPool['google'] {
  const providers = listStackResources<ProviderProperties>(stack, 'AWS::Cognito::UserPoolIdentityProvider', [
    'ProviderName',
    'ProviderDetails',
  ])
  const google = providers.find(({ properties }) => properties.ProviderName === 'Google')
  // Without the provider the client has no callback URLs, so nobody can return from Google.
  if (!google) return LOCAL_GOOGLE_CLIENT
  const { client_id: clientId, client_secret: clientSecret } = google.properties.ProviderDetails
  return { clientId, clientSecret: resolveSecretReferences(clientSecret, secrets) }
}

interface PoolParts {
  readonly hosts: LocalHosts
  readonly secrets: Readonly<Record<string, string>>
  readonly calls: ServiceCalls
}

export function readUserPool(stack: TemplateStack, { hosts, secrets, calls }: PoolParts): DeployedPool {
  const pool = getOnlyStackResource<PoolProperties>(stack, 'AWS::Cognito::UserPool', [
    'LambdaConfig',
    'EmailConfiguration',
  ])
  const client = getOnlyStackResource<ClientProperties>(stack, 'AWS::Cognito::UserPoolClient', [
    'CallbackURLs',
    'LogoutURLs',
  ])
  const groups = listStackResources<{ readonly GroupName: string }>(stack, 'AWS::Cognito::UserPoolGroup', ['GroupName'])
  const { CallbackURLs = [], LogoutURLs = [] } = client.properties
  return {
    id: pool.ref,
    clientId: client.ref,
    mailAccount: pool.properties.EmailConfiguration?.EmailSendingAccount ?? 'COGNITO_DEFAULT',
    groups: groups.map(({ properties }) => properties.GroupName),
    callbackUrls: CallbackURLs.map(hosts.localise),
    logoutUrls: LogoutURLs.map(hosts.localise),
    google: readGoogle(stack, secrets),
    triggers: Object.fromEntries(Object.entries(pool.properties.LambdaConfig ?? {}).map(readTrigger)),
    requireInvoke: (handler) =>
      calls.invokeTrigger(getFunctionArn(handler, stack), getResourceArn(pool.logicalId, pool.stack)),
  }
}
