import type { Clock } from './clock.ts'

type Handler = (event: unknown, context: unknown) => Promise<unknown>

export interface HandlerModule {
  readonly open: () => object
  readonly withServices: (openServices: () => object) => Handler
}

export type ReadModule = (path: string) => Promise<HandlerModule>

/**
 * Runs the functions of this folder with another clock. A module that `read` returns anew, because it changed, is
 * opened anew.
 */
export function openFunctions(read: ReadModule, clock: Pick<Clock, 'now'>) {
  const opened = new WeakMap<HandlerModule, Handler>()
  return {
    /** `path` as in `functions/<path>.ts`, for example `payments/handler` or `mail/retry-unsent.handler`. */
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
