import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { serveBuiltSite } from './built-site.ts'
import type { LambdaHandlerModule, HandlerModuleLoader } from './lambda-loader.ts'

export interface SourcesOptions {
  readonly root: string
  readonly builtSite: string | undefined
  /** Vite's hot-reload WebSocket is attached to it. */
  readonly server: Server | undefined
  readonly s3: string
}

interface Sources {
  readonly read: HandlerModuleLoader
  readonly website: RequestListener
  readonly close: () => Promise<void>
}

const fileOf = (root: string, path: string) => join(root, 'functions', `${path}.ts`)

/**
 * With a built website, code and pages stay as first loaded; otherwise Vite serves both from their folders and reloads
 * changes.
 */
export async function openHandlersAndWebsite({ root, builtSite, server, s3 }: SourcesOptions): Promise<Sources> {
  if (!builtSite) return openVite(root, server)
  return {
    read: async (path) => (await import(fileOf(root, path))) as LambdaHandlerModule,
    website: serveBuiltSite(builtSite, s3),
    close: async () => undefined,
  }
}

/** Vite drops changed modules, so the next call loads the changed handler. */
export const createViteHandlerLoader =
  ({ ssrLoadModule }: Pick<ViteDevServer, 'ssrLoadModule'>, root: string): HandlerModuleLoader =>
  async (path) =>
    (await ssrLoadModule(fileOf(root, path))) as unknown as LambdaHandlerModule

async function openVite(root: string, server: Server | undefined): Promise<Sources> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'frontend/vite.config.ts'),
    appType: 'spa',
    logLevel: 'error',
    server: { middlewareMode: true, ...(server && { ws: { server } }), fs: { allow: [root] } },
  })
  return {
    read: createViteHandlerLoader(vite, root),
    website: vite.middlewares,
    close: () => vite.close(),
  }
}
