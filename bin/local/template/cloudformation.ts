import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import escape from 'escape-html'
import { PolicyError } from '../iam/policy-error.ts'
import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'
import { readRequestBody, type VerifyIamSignature } from '../json-protocol.ts'
import { SignatureError } from '../sigv4.ts'

const namespace = 'http://cloudformation.amazonaws.com/doc/2010-05-15/'

interface DeployedResource {
  readonly logicalId: string
  readonly type: string
  /** Empty if nothing on this machine has a name for it. */
  readonly physicalId: string
}

export interface DeployedStack {
  readonly stackName: string
  readonly resources: readonly DeployedResource[]
  readonly outputs: Readonly<Record<string, string>>
}

/** `localise` replaces public hosts by addresses of this machine. */
export const readDeployedStack = (stack: TemplateStack, localise: (text: string) => string): DeployedStack => ({
  stackName: stack.stackName,
  resources: Object.entries(stack.template.Resources).map(([logicalId, { Type: type }]) => ({
    logicalId,
    type,
    physicalId: localise(readPhysicalId(logicalId, stack)),
  })),
  outputs: Object.fromEntries(
    Object.entries(stack.template.Outputs ?? {}).map(([name, { Value }]) => [
      name,
      String(resolveTemplateValue(Value, stack)),
    ]),
  ),
})

function readPhysicalId(logicalId: string, stack: TemplateStack): string {
  try {
    return String(resolveTemplateValue({ Ref: logicalId }, stack))
  } catch (error) {
    if (error instanceof PolicyError) return ''
    throw error
  }
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`

function describeStacks({ stackName, outputs }: DeployedStack): string {
  const members = Object.entries(outputs).map(([name, value]) =>
    element('member', element('OutputKey', escape(name)) + element('OutputValue', escape(value))),
  )
  const stack = [
    element('StackName', escape(stackName)),
    element('StackId', `arn:aws:cloudformation:eu-west-1:000000000000:stack/${escape(stackName)}/local`),
    element('CreationTime', '2026-01-01T00:00:00.000Z'),
    element('StackStatus', 'UPDATE_COMPLETE'),
    element('Outputs', members.join('')),
  ]
  return element('Stacks', element('member', stack.join('')))
}

const MAX_LISTED = 100

/** `NextToken` is the number of resources listed before. */
function listStackResources({ resources }: DeployedStack, nextToken: string | null): string {
  const from = Number(nextToken ?? 0)
  const members = resources
    .slice(from, from + MAX_LISTED)
    .map(({ logicalId, physicalId, type }) =>
      element(
        'member',
        element('LogicalResourceId', logicalId) +
          (physicalId && element('PhysicalResourceId', escape(physicalId))) +
          element('ResourceType', type) +
          element('LastUpdatedTimestamp', '2026-01-01T00:00:00.000Z') +
          element('ResourceStatus', 'UPDATE_COMPLETE'),
      ),
    )
  const next = from + MAX_LISTED < resources.length ? element('NextToken', String(from + MAX_LISTED)) : ''
  return element('StackResourceSummaries', members.join('')) + next
}

const send = (response: ServerResponse, status: number, xml: string) =>
  void response.writeHead(status, { 'content-type': 'text/xml' }).end(xml)

const refuse = (response: ServerResponse, status: number, code: string) =>
  send(
    response,
    status,
    `<ErrorResponse xmlns="${namespace}"><Error><Type>Sender</Type><Code>${code}</Code>` +
      `<Message>${code}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  )

/** DescribeStacks and ListStackResources of the only stack, by which commands find a stage's resources. */
export function createCloudFormationStandIn(deployed: DeployedStack, verifyIam: VerifyIamSignature) {
  return {
    answer: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        const body = await readRequestBody(request)
        verifyIam(request, body)
        const asked = new URLSearchParams(body.toString('utf8'))
        const action = asked.get('Action') ?? ''
        const results: Readonly<Record<string, () => string>> = {
          DescribeStacks: () => describeStacks(deployed),
          ListStackResources: () => listStackResources(deployed, asked.get('NextToken')),
        }
        const result = Object.hasOwn(results, action) ? results[action] : undefined
        if (!result) return refuse(response, 400, 'InvalidAction')
        send(
          response,
          200,
          `<${action}Response xmlns="${namespace}"><${action}Result>${result()}</${action}Result>` +
            `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
        )
      } catch (error) {
        if (!(error instanceof SignatureError)) throw error
        refuse(response, error.status, error.type)
      }
    },
  }
}
