import { createRequire } from 'node:module'

const systems = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' }

/**
 * The DynamoDB server for tests and the local product: the one at AWS_ENDPOINT_URL_DYNAMODB, otherwise the installed
 * npm package, which exists for Linux on x64 only. Runs on Node 20, before anything else.
 *
 * @throws {Error} with a message for the user if there is neither
 */
export function findDynamoServer({
  endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB,
  platform = process.platform,
  arch = process.arch,
  resolve = createRequire(import.meta.url).resolve,
} = {}) {
  if (endpoint) return { endpoint }
  try {
    return { program: resolve('@dynoxide/linux-x64/dynoxide') }
  } catch {
    throw new Error(
      `No hay un servidor de DynamoDB para ${systems[platform] ?? platform} (${arch}): arranca uno, por ejemplo con «docker run --rm -p 127.0.0.1:8000:8000 amazon/dynamodb-local», define AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 y repite la orden.`,
    )
  }
}

export function requireDynamoServer() {
  try {
    findDynamoServer()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
