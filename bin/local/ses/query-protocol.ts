import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import escape from 'escape-html'
import { AccessDeniedError, explainDenial } from '../authorization/access-denied-error.ts'
import { SignatureError } from '../sigv4.ts'

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/'

export class SesStandInError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Parameters `<name>.member.1`, `<name>.member.2`, … */
export function getListParameter(params: URLSearchParams, name: string): string[] {
  const values: string[] = []
  for (let at = 1; params.has(`${name}.member.${at}`); at++) values.push(params.get(`${name}.member.${at}`) ?? '')
  return values
}

/** @throws {SesStandInError} `ValidationError` when it is missing */
export function requireSesParameter(params: URLSearchParams, name: string): string {
  const value = params.get(name)
  if (value === null) {
    throw new SesStandInError(
      'ValidationError',
      `1 validation error detected: Value at '${name}' failed: must not be null`,
    )
  }
  return value
}

export function sendSesResult(response: ServerResponse, action: string, result: Record<string, string | number>): void {
  const fields = Object.entries(result).map(([name, value]) => `<${name}>${escape(String(value))}</${name}>`)
  send(
    response,
    200,
    `<${action}Response xmlns="${namespace}"><${action}Result>${fields.join('')}</${action}Result>` +
      `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></${action}Response>`,
  )
}

export function sendSesError(response: ServerResponse, error: unknown): void {
  const { code, message, status } = asSesError(error)
  const type = status < 500 ? 'Sender' : 'Receiver'
  send(
    response,
    status,
    `<ErrorResponse xmlns="${namespace}"><Error><Type>${type}</Type><Code>${escape(code)}</Code>` +
      `<Message>${escape(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  )
}

function asSesError(error: unknown): Pick<SesStandInError, 'code' | 'message' | 'status'> {
  if (error instanceof SesStandInError || error instanceof SignatureError) return error
  if (error instanceof AccessDeniedError) return new SesStandInError('AccessDenied', wordDenial(error), 403)
  console.error(error)
  return new SesStandInError('InternalFailure', 'Something went wrong in the stand-in; its log says what.', 500)
}

/** SES version 1 puts its own quotation marks. */
const wordDenial = ({ denial }: AccessDeniedError): string =>
  `User \`${denial.caller}' is not authorized to perform \`${denial.action}' on resource \`${denial.resource}' ${explainDenial(denial)}`

function send(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(xml)
}
