import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Value of every secret: in the form of Stripe's; the others accept any text. */
export const STAND_IN_SECRET_VALUE = JSON.stringify({ secretKey: 'sk_test_bundles', webhookSecret: 'whsec_bundles' })

const REFUSED = { __type: 'AccessDeniedException', message: 'refused' }

const answers: Readonly<Record<string, object>> = {
  'secretsmanager.GetSecretValue': {
    Name: 'secret',
    SecretString: STAND_IN_SECRET_VALUE,
  },
  'DynamoDB_20120810.GetItem': {},
  'DynamoDB_20120810.BatchGetItem': { Responses: {}, UnprocessedKeys: {} },
  'DynamoDB_20120810.Query': { Items: [], Count: 0, ScannedCount: 0 },
  'DynamoDB_20120810.UpdateItem': {},
  'DynamoDB_20120810.DeleteItem': {},
  'DynamoDB_20120810.PutItem': {},
  'DynamoDB_20120810.TransactWriteItems': {},
  'AWSCognitoIdentityProviderService.AdminGetUser': { __type: 'UserNotFoundException', message: 'nobody' },
  'AWSCognitoIdentityProviderService.ListUsers': { Users: [] },
  'AWSCognitoIdentityProviderService.AdminCreateUser': { User: { Username: '11111111-2222-4333-8444-555555555555' } },
  'AWSCognitoIdentityProviderService.AdminSetUserPassword': {},
  'AWSCognitoIdentityProviderService.AdminLinkProviderForUser': {},
}

export async function openEmptyAwsStandIn(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server: Server = createServer((request, response) => {
    const answer = answers[String(request.headers['x-amz-target'])] ?? REFUSED
    request.resume().once('end', () => {
      // S3's empty reply to PutObject.
      if (request.method === 'PUT') return void response.end()
      response.writeHead('__type' in answer ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
