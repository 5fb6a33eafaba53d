import type { IncomingMessage, ServerResponse } from 'node:http'

export const outageServices = ['dynamodb', 'cognito', 's3', 'ses', 'stripe'] as const
export type OutageService = (typeof outageServices)[number]

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createOutageSwitches(dynamo: { stop: () => Promise<void>; start: () => Promise<void> }) {
  const down = new Set<OutageService>()
  return {
    list: () => outageServices.map((service) => ({ service, down: down.has(service) })),
    set: async (name: string, isDown: boolean): Promise<void> => {
      const service = outageServices.find((known) => known === name)
      if (!service) throw new RangeError(`unknown service ${name}`)
      if (service === 'dynamodb' && isDown !== down.has(service)) await (isDown ? dynamo.stop() : dynamo.start())
      if (isDown) down.add(service)
      else down.delete(service)
    },
    breaking:
      (service: OutageService, answer: Answer): Answer =>
      (request, response) =>
        down.has(service) ? Promise.resolve(void response.destroy()) : answer(request, response),
  }
}
export type OutageSwitches = ReturnType<typeof createOutageSwitches>
