import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRequestBody, StandInServiceError, type VerifyIamSignature } from './json-protocol.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import type { ServiceStandIn } from './service-stand-in.ts'
import { SignatureError } from './sigv4.ts'

interface LambdaStandInOptions {
  readonly functions: LocalLambdaLoader
  readonly verifyIam: VerifyIamSignature
}

const INVOCATION = /\/2015-03-31\/functions\/([^/]+)\/invocations$/

const send = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Lambda's synchronous Invoke, the only operation that our commands use. */
export function createLambdaStandIn({ functions, verifyIam }: LambdaStandInOptions): ServiceStandIn {
  const invoke = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readRequestBody(request)
    verifyIam(request, body)
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    const [, name] = INVOCATION.exec(pathname) ?? []
    if (request.method !== 'POST' || name === undefined)
      throw new StandInServiceError('UnknownOperationException', `Unknown operation ${request.method} ${pathname}`)
    const run = await functions.load(decodeURIComponent(name)).catch(() => {
      throw new StandInServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404)
    })
    try {
      send(response, 200, (await run(JSON.parse(body.toString('utf8') || 'null'), {})) ?? null)
    } catch (error) {
      const { name: errorType, message: errorMessage } = error instanceof Error ? error : new Error(String(error))
      send(response, 200, { errorType, errorMessage }, { 'x-amz-function-error': 'Unhandled' })
    }
  }
  return {
    answer: async (request, response) => {
      try {
        await invoke(request, response)
      } catch (error) {
        if (!(error instanceof StandInServiceError) && !(error instanceof SignatureError)) throw error
        const code = error instanceof SignatureError ? error.type : error.code
        send(response, error.status, { Message: error.message }, { 'x-amzn-errortype': code })
      }
    },
  }
}
