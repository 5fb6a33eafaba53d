import type { IncomingMessage, ServerResponse } from 'node:http'

/** Services that can be made to fail, to see what people see then. */
export const services = ['dynamodb', 'cognito', 's3', 'ses', 'stripe'] as const
export type Service = (typeof services)[number]

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Switches stand-ins off and on. One that is off cuts the connection, as a service that cannot be reached does. */
export function createOutages(dynamo: { stop: () => Promise<void>; start: () => Promise<void> }) {
  const down = new Set<Service>()
  return {
    list: () => services.map((service) => ({ service, down: down.has(service) })),
    set: async (name: string, isDown: boolean): Promise<void> => {
      const service = services.find((known) => known === name)
      if (!service) throw new RangeError(`unknown service ${name}`)
      if (service === 'dynamodb' && isDown !== down.has(service)) await (isDown ? dynamo.stop() : dynamo.start())
      if (isDown) down.add(service)
      else down.delete(service)
    },
    /** The answer of a stand-in that can be switched off. */
    breaking:
      (service: Service, answer: Answer): Answer =>
      (request, response) =>
        down.has(service) ? Promise.resolve(void response.destroy()) : answer(request, response),
  }
}
export type Outages = ReturnType<typeof createOutages>
