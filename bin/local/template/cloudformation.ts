import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import escape from 'escape-html'
import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'
import { readRequestBody, type VerifyIamSignature } from '../json-protocol.ts'
import { SignatureError } from '../sigv4.ts'

const namespace = 'http://cloudformation.amazonaws.com/doc/2010-05-15/'

export interface DeployedOutputs {
  readonly stackName: string
  /** By name. */
  readonly outputs: Readonly<Record<string, string>>
}

export const readStackOutputs = (stack: TemplateStack): DeployedOutputs => ({
  stackName: stack.stackName,
  outputs: Object.fromEntries(
    Object.entries(stack.template.Outputs ?? {}).map(([name, { Value }]) => [
      name,
      String(resolveTemplateValue(Value, stack)),
    ]),
  ),
})

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`

function describeStacks({ stackName, outputs }: DeployedOutputs): string {
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

const send = (response: ServerResponse, status: number, xml: string) =>
  void response.writeHead(status, { 'content-type': 'text/xml' }).end(xml)

const refuse = (response: ServerResponse, status: number, code: string) =>
  send(
    response,
    status,
    `<ErrorResponse xmlns="${namespace}"><Error><Type>Sender</Type><Code>${code}</Code>` +
      `<Message>${code}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  )

/** DescribeStacks of the one stack there is: by its outputs commands find the parts of a stage. */
export function createCloudFormationStandIn(deployed: DeployedOutputs, verifyIam: VerifyIamSignature) {
  return {
    answer: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        const body = await readRequestBody(request)
        verifyIam(request, body)
        if (new URLSearchParams(body.toString('utf8')).get('Action') !== 'DescribeStacks')
          return refuse(response, 400, 'InvalidAction')
        send(
          response,
          200,
          `<DescribeStacksResponse xmlns="${namespace}"><DescribeStacksResult>${describeStacks(deployed)}</DescribeStacksResult>` +
            `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></DescribeStacksResponse>`,
        )
      } catch (error) {
        if (!(error instanceof SignatureError)) throw error
        refuse(response, error.status, error.type)
      }
    },
  }
}
