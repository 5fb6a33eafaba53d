import type { IncomingMessage, ServerResponse } from 'node:http'
import { AccessDeniedError, explainDenial } from '../authorization/access-denied-error.ts'
import { SignatureError } from '../sigv4.ts'

const PATH = /\/v2\/email\/suppression\/addresses\/([^/?]+)$/

/** @returns the address of a request of SES' second version that takes it off the account's suppression list */
export function readSuppressedAddress({ method, url = '' }: IncomingMessage): string | undefined {
  const [, address] = method === 'DELETE' ? (PATH.exec(url) ?? []) : []
  return address === undefined ? undefined : decodeURIComponent(address)
}

/** @param remove whether the address was on the list; throws to refuse */
export function answerSuppressedAddress(response: ServerResponse, address: string, remove: () => boolean): void {
  try {
    if (remove()) send(response, 200, {})
    else refuse(response, 404, 'NotFoundException', `Email address ${address} does not exist on your suppression list.`)
  } catch (error) {
    if (error instanceof AccessDeniedError) {
      const { caller, action, resource } = error.denial
      const words = `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} ${explainDenial(error.denial)}`
      refuse(response, 403, 'AccessDeniedException', words)
    } else if (error instanceof SignatureError) refuse(response, error.status, error.code, error.message)
    else throw error
  }
}

const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  send(response, status, { message }, { 'x-amzn-errortype': code })

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
