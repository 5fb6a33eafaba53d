import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Pool } from 'undici'

/** The server requires the signature's format but does not verify it. */
const unsigned = {
  'content-type': 'application/x-amz-json-1.0',
  authorization:
    'AWS4-HMAC-SHA256 Credential=test/20261121/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=test',
  'x-amz-date': '20261121T090000Z',
}

interface ServerAnswer {
  readonly status: number
  readonly body: string
}

function createPoster(endpoint: string) {
  const pool = new Pool(endpoint)
  return async (headers: Readonly<Record<string, string>>, body: string): Promise<ServerAnswer> => {
    const { statusCode, body: answered } = await pool.request({ path: '/', method: 'POST', headers, body })
    return { status: statusCode, body: await answered.text() }
  }
}

type Schema = readonly [number, namespace: string, name: string, traits: unknown, input: unknown, output: unknown]

function schemaOf(context: object): Schema {
  const { operationSchema } =
    (context as Readonly<Record<string, { operationSchema?: Schema }>>)['__smithy_context'] ?? {}
  if (!operationSchema) throw new Error('a call of the SDK without its schema')
  return operationSchema
}

interface Protocol {
  readonly deserializeResponse: (operation: object, context: object, response: object) => Promise<unknown>
}

async function throwError(client: DynamoDBClient, context: object, { status, body }: ServerAnswer): Promise<void> {
  const config = client.config as unknown as { readonly protocol: Protocol }
  const [, namespace, name, traits, input, output] = schemaOf(context)
  const response = { statusCode: status, headers: {}, body: Buffer.from(body) }
  await config.protocol.deserializeResponse(
    { namespace, name, traits, input, output },
    { ...client.config, ...context },
    response,
  )
}

type Stack = DynamoDBClient['middlewareStack']
type Handler = Parameters<Stack['resolve']>[0]
type Middleware = (next: Handler, context: object) => Handler

function listByName(stacks: readonly Stack[]): ReadonlyMap<string, Middleware> {
  const found = new Map<string, Middleware>()
  const add = (middleware: Middleware, { name }: { readonly name?: string }) => {
    if (!name) throw new Error('a middleware without a name')
    found.set(name, middleware)
  }
  for (const stack of stacks) stack.applyToStack({ add, addRelativeTo: add } as never)
  return found
}

const orderAsSdk = (client: Stack, ofCommand: readonly Stack[]): readonly string[] =>
  ofCommand
    .reduce((all, stack) => all.concat(stack), client.clone())
    .identify()
    .flatMap((line) => line.split(' ')[0] ?? [])
    .filter((name) => name !== 'endpointV2Middleware')

/** The order is cached by names: computing it for every call, with the endpoint, took a tenth of the suite's time. */
function rememberOrders(client: Stack): void {
  const orders = new Map<string, readonly string[]>()
  const orderOf = (names: string, stacks: readonly Stack[]) => {
    const order = orders.get(names) ?? orderAsSdk(client, stacks)
    orders.set(names, order)
    return order
  }
  const withStacks = (stacks: readonly Stack[]) => ({
    concat: (stack: Stack) => withStacks([...stacks, stack]),
    resolve: (last: Handler, context: object) => {
      const found = listByName([client, ...stacks])
      return orderOf([...found.keys()].join(), stacks).reduceRight(
        (next, name) => found.get(name)?.(next, context) ?? next,
        last,
      )
    },
  })
  Object.assign(client, { concat: (stack: Stack) => withStacks([stack]) })
}

/**
 * Removes the SDK's middleware except our own and JSON serialisation: schemas, endpoints, signatures, retries and
 * Node's client take five times the processor time, half of the suite's. Errors are still created by the client.
 */
export function shortenTableCalls(client: DynamoDBClient, endpoint: string): DynamoDBClient {
  const { middlewareStack: stack } = client
  const post = createPoster(endpoint)
  for (const line of stack.identify()) stack.remove(line.split(' ')[0] ?? '')
  // Under the names relative to which the document client inserts its own.
  stack.add((next) => (args) => next({ ...args, request: { body: JSON.stringify(args.input) } }), {
    step: 'serialize',
    name: 'serializerMiddleware',
  })
  stack.add(
    (_, context) =>
      async ({ request }) => {
        const headers = { ...unsigned, 'x-amz-target': `DynamoDB_20120810.${schemaOf(context)[2]}` }
        const answer = await post(headers, (request as { readonly body: string }).body)
        if (answer.status !== 200) await throwError(client, context, answer)
        return { response: {}, output: JSON.parse(answer.body) }
      },
    { step: 'deserialize', name: 'deserializerMiddleware' },
  )
  rememberOrders(stack)
  return client
}
