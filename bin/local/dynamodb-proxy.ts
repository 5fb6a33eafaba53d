import type { EventEmitter } from 'node:events'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import { AccessDeniedError } from './authorization/access-denied-error.ts'
import { listDynamoDbActions } from './authorization/dynamodb-actions.ts'
import { PolicyError } from './iam/policy-error.ts'
import { castJsonValue, readRequestBody, StandInServiceError } from './json-protocol.ts'
import { isSecurityControlDeployed, type IsSecurityControlOn } from './security-controls.ts'
import { type RestoreRequest, restoreTableToPointInTime } from './point-in-time-recovery.ts'
import { SignatureError, type AwsSigningKeys, verifyAwsSignature } from './sigv4.ts'
import { buildContinuousBackupsReply, addDeployedTableSettings } from './table-settings.ts'
import { createTableUpdates } from './table-updates.ts'
import type { LaggingIndexes } from './lagging-indexes.ts'
import type { createWriteConflicts } from './conflicting-writes.ts'
import type { createWriteThrottle } from './throttled-writes.ts'
import { redirectToTableWithoutStream } from './unstreamed-items.ts'

/** DynamoDB's limit of a request is 16 MB (BatchWriteItem). */
const MAX_BYTES = 16 * 1024 * 1024

interface TableProxy {
  readonly endpoint: string
  readonly key: AwsSigningKeys
  /**
   * Protections that the table reports as enabled.
   * @default those that lib/ deploys
   */
  readonly isOn?: IsSecurityControlOn
  readonly writeEvents?: EventEmitter
  readonly authorizeCall?: AuthorizeCall | undefined
  /** @default - no throttling */
  readonly throttle?: ReturnType<typeof createWriteThrottle>
  /** @default - no write meets a transaction */
  readonly conflict?: ReturnType<typeof createWriteConflicts>
  /** @default - indexes are consistent at once */
  readonly laggingIndexes?: Pick<LaggingIndexes, 'note' | 'route'>
}

const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite|Execute|BatchExecute)/

/**
 * In front of the DynamoDB server, which answers unsigned requests and pages of every origin: the proxy accepts signed
 * requests only, as AWS does.
 */
export const createDynamoDbProxy = (proxy: TableProxy) => {
  const updates = createTableUpdates()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readRequestBody(request, MAX_BYTES)
      const { key, authorizeCall } = proxy
      const signer = verifyAwsSignature(request, body, key)
      authorizeCall?.require({ key: signer, request }, () => listActions({ request, body }, authorizeCall))
      await answerOperation({ request, body, response, updates }, proxy)
    } catch (error) {
      if (error instanceof SignatureError) return refuse(response, error.status, error.type, error.message)
      if (error instanceof StandInServiceError) return refuse(response, error.status, error.code, error.message)
      if (error instanceof AccessDeniedError) return refuse(response, 400, 'AccessDeniedException', error.message)
      if (error instanceof PolicyError) {
        console.error(error)
        return refuse(response, 500, 'InternalServerError', error.message)
      }
      // The server is down: the SDK sees a broken connection.
      response.destroy()
    }
  }
}

async function answerOperation(
  forwarded: Forwarded,
  { endpoint, isOn = isSecurityControlDeployed, writeEvents, throttle, conflict, laggingIndexes }: TableProxy,
): Promise<void> {
  const { request, body, response } = forwarded
  const operation = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '')
  const own = ownOperations[operation]
  if (own) return own(endpoint, forwarded, isOn)
  const refusal = throttle?.(operation, body) ?? conflict?.(operation)
  if (refusal) return reply(response, 400, refusal)
  const routed = (await laggingIndexes?.route(operation, body)) ?? body
  await forward(endpoint, { ...forwarded, body: redirectToTableWithoutStream(routed) })
  if (!WRITES.test(operation)) return
  writeEvents?.emit('write')
  await laggingIndexes?.note(operation, body)
}

const listActions = (
  { request, body }: Pick<Forwarded, 'request' | 'body'>,
  { policies, tables, customerKeys }: AuthorizeCall,
) => {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
  return listDynamoDbActions(operation, castJsonValue<object>(JSON.parse(body.toString('utf8'))), {
    stack: policies.stack,
    tables,
    customerKeys,
  })
}

interface Forwarded {
  readonly request: IncomingMessage
  readonly body: Buffer
  readonly response: ServerResponse
  readonly updates: ReturnType<typeof createTableUpdates>
}

function forward(endpoint: string, { request, body, response }: Omit<Forwarded, 'updates'>): Promise<void> {
  const { method, url, headers } = request
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(body.length) }
    const sent = ask(endpoint + (url ?? '/'), { method, headers: { ...headers, ...length } }, (answer) => {
      // Node adds its own Date: the server's clock may differ, and the SDK would sign by it.
      const kept = Object.entries(answer.headers).filter(
        ([name]) => name !== 'date' && !name.startsWith('access-control-'),
      )
      response.writeHead(answer.statusCode ?? 500, Object.fromEntries(kept))
      answer.pipe(response)
      answer.on('end', resolve)
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The server's DescribeTable. It requires a signature, but does not verify it. */
async function describedBy(endpoint: string, { request, body }: Forwarded): Promise<Response> {
  const { authorization = '', 'x-amz-date': signedAt = '' } = request.headers
  const headers = {
    authorization,
    'x-amz-date': String(signedAt),
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.DescribeTable',
  }
  return fetch(endpoint, { method: 'POST', headers, body: new Uint8Array(body) })
}

async function describe(endpoint: string, forwarded: Forwarded, isOn: IsSecurityControlOn): Promise<void> {
  const answer = await describedBy(endpoint, forwarded)
  const described = (await answer.json()) as object
  if (!answer.ok) return reply(forwarded.response, answer.status, described)
  const shown = forwarded.updates.describe(described, (table, isProtected) =>
    addDeployedTableSettings(table, isOn, isProtected),
  )
  reply(forwarded.response, answer.status, shown)
}

const parseTableRequest = ({ body }: Forwarded) =>
  castJsonValue<{ readonly TableName?: string; readonly DeletionProtectionEnabled?: boolean }>(
    JSON.parse(body.toString('utf8')),
  )

async function updateTable(endpoint: string, forwarded: Forwarded, isOn: IsSecurityControlOn): Promise<void> {
  forwarded.updates.begin(parseTableRequest(forwarded), isOn('table-deletion'))
  await forward(endpoint, forwarded)
}

async function deleteTable(endpoint: string, forwarded: Forwarded, isOn: IsSecurityControlOn): Promise<void> {
  forwarded.updates.requireDeletable(parseTableRequest(forwarded), isOn('table-deletion'))
  await forward(endpoint, forwarded)
}

async function describeBackups(endpoint: string, forwarded: Forwarded, isOn: IsSecurityControlOn): Promise<void> {
  const answer = await describedBy(endpoint, forwarded)
  if (!answer.ok) return reply(forwarded.response, answer.status, await answer.json())
  reply(forwarded.response, 200, buildContinuousBackupsReply(isOn, new Date()))
}

async function restore(
  endpoint: string,
  { body, response, updates }: Forwarded,
  isOn: IsSecurityControlOn,
): Promise<void> {
  if (!isOn('table-recovery'))
    throw new StandInServiceError(
      'PointInTimeRecoveryUnavailableException',
      'Point in time recovery has not been enabled for source table.',
    )
  const request = castJsonValue<RestoreRequest>(JSON.parse(body.toString('utf8')))
  const described = await restoreTableToPointInTime(endpoint, request, new Date())
  updates.restored(described.TableName ?? '')
  reply(response, 200, {
    TableDescription: {
      TableName: described.TableName,
      TableArn: described.TableArn,
      TableStatus: described.TableStatus,
    },
  })
}

type OwnOperation = (endpoint: string, forwarded: Forwarded, isOn: IsSecurityControlOn) => Promise<void> | void

const ownOperations: Readonly<Partial<Record<string, OwnOperation>>> = {
  DescribeTable: describe,
  UpdateTable: updateTable,
  DeleteTable: deleteTable,
  DescribeContinuousBackups: describeBackups,
  UpdateContinuousBackups: (_, { response }, isOn) =>
    reply(response, 200, buildContinuousBackupsReply(isOn, new Date())),
  RestoreTableToPointInTime: restore,
}

const reply = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, type: string, message: string) =>
  reply(response, status, { __type: `com.amazon.coral.service#${type}`, message })
