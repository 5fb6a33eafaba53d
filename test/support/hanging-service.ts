import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

const testCredentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' }

/** Accepts every call and answers none, unless `begin` begins with an answer. */
export async function startHangingService(begin: (response: ServerResponse) => void = () => undefined) {
  const asked: unknown[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    begin(response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, endpoint, config: { endpoint, region: 'eu-west-1', credentials: testCredentials } }
}

/** All AWS services for clients without an address of their own. */
export function stubAwsEndpoint(endpoint: string): void {
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint)
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', testCredentials.secretAccessKey)
  onTestFinished(() => void vi.unstubAllEnvs())
}

/**
 * @param asked by `startHangingService`: the clock begins to move with the first request
 * @returns what `call` was rejected with in so many seconds of that clock
 */
export async function rejectionWithin(
  seconds: number,
  asked: readonly unknown[],
  call: () => Promise<unknown>,
): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const rejections: unknown[] = []
  call().catch((error: unknown) => rejections.push(error))
  while (asked.length + rejections.length === 0) await setImmediate()
  for (let elapsedMs = 0; elapsedMs < seconds * 1000 && rejections.length === 0; elapsedMs += 100) {
    await vi.advanceTimersByTimeAsync(100)
    // Sockets are opened and closed by the event loop, not by a timer.
    await setImmediate()
  }
  return rejections[0]
}
