import type { AdjustableClock } from './clock.ts'

type Handler = (event: unknown, context: unknown) => Promise<unknown>

export interface LambdaHandlerModule {
  readonly createLambdaServices: () => object
  readonly createLambdaHandler: (openServices: () => object) => Handler
}

export type HandlerModuleLoader = (path: string) => Promise<LambdaHandlerModule>

/** A module is reopened when `read` returns a new one. */
export function openLocalLambdaLoader(read: HandlerModuleLoader, clock: Pick<AdjustableClock, 'now'>) {
  const opened = new WeakMap<LambdaHandlerModule, Handler>()
  return {
    /** `path` as in `functions/<path>.ts`, for example `payments/handler` or `mail/retry-unsent.handler`. */
    load: async (path: string): Promise<Handler> => {
      const module = await read(path)
      const known = opened.get(module)
      if (known) return known
      const handler = module.createLambdaHandler(() => ({ ...module.createLambdaServices(), now: clock.now }))
      opened.set(module, handler)
      return handler
    },
  }
}
export type LocalLambdaLoader = ReturnType<typeof openLocalLambdaLoader>
