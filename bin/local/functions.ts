import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { Clock } from './clock.ts'

type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** What every handler file of functions/ exports besides the handler that Lambda calls. */
interface HandlerModule {
  readonly open: () => object
  readonly withServices: (openServices: () => object) => Handler
}

/**
 * Runs the functions as they stand in the folder. Vite loads them and forgets the ones that change, so the next call
 * meets the changed handler; only their clock is another one.
 */
export function openFunctions(vite: ViteDevServer, root: string, clock: Pick<Clock, 'now'>) {
  const opened = new WeakMap<HandlerModule, Handler>()
  return {
    /** The handler of `functions/<path>.ts`, for example `payments/handler` or `mail/retry-unsent.handler`. */
    load: async (path: string): Promise<Handler> => {
      const module = (await vite.ssrLoadModule(join(root, 'functions', `${path}.ts`))) as unknown as HandlerModule
      const known = opened.get(module)
      if (known) return known
      const handler = module.withServices(() => ({ ...module.open(), now: clock.now }))
      opened.set(module, handler)
      return handler
    },
  }
}
export type Functions = ReturnType<typeof openFunctions>
