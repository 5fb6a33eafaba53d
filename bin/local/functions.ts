import type { Clock } from './clock.ts'

type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** What every handler file of functions/ exports besides the handler that Lambda calls. */
export interface HandlerModule {
  readonly open: () => object
  readonly withServices: (openServices: () => object) => Handler
}

/** Reads the module of `functions/<path>.ts`. */
export type ReadModule = (path: string) => Promise<HandlerModule>

/**
 * Runs the functions as they stand in the folder; only their clock is another one. A module that `read` answers anew,
 * because it has changed, is opened anew.
 */
export function openFunctions(read: ReadModule, clock: Pick<Clock, 'now'>) {
  const opened = new WeakMap<HandlerModule, Handler>()
  return {
    /** The handler of `functions/<path>.ts`, for example `payments/handler` or `mail/retry-unsent.handler`. */
    load: async (path: string): Promise<Handler> => {
      const module = await read(path)
      const known = opened.get(module)
      if (known) return known
      const handler = module.withServices(() => ({ ...module.open(), now: clock.now }))
      opened.set(module, handler)
      return handler
    },
  }
}
export type Functions = ReturnType<typeof openFunctions>
