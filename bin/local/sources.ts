import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { serveBuiltSite } from './built-site.ts'
import type { HandlerModule, ReadModule } from './functions.ts'

interface SourcesOptions {
  readonly root: string
  readonly builtSite: string | undefined
  /** Vite's hot-reload WebSocket is attached to it. */
  readonly server: Server | undefined
  /** Origin of the S3 stand-in, for the content security policy. */
  readonly s3: string
}

interface Sources {
  readonly read: ReadModule
  readonly website: RequestListener
  readonly close: () => Promise<void>
}

const fileOf = (root: string, path: string) => join(root, 'functions', `${path}.ts`)

/**
 * With a built website, code and pages stay as first read; otherwise Vite serves both from their folders and reloads
 * changes.
 */
export async function openSources({ root, builtSite, server, s3 }: SourcesOptions): Promise<Sources> {
  if (!builtSite) return openVite(root, server)
  return {
    read: async (path) => (await import(fileOf(root, path))) as HandlerModule,
    website: serveBuiltSite(builtSite, s3),
    close: async () => undefined,
  }
}

/** Vite drops changed modules, so the next call loads the changed handler. */
export const readByVite =
  ({ ssrLoadModule }: Pick<ViteDevServer, 'ssrLoadModule'>, root: string): ReadModule =>
  async (path) =>
    (await ssrLoadModule(fileOf(root, path))) as unknown as HandlerModule

async function openVite(root: string, server: Server | undefined): Promise<Sources> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'frontend/vite.config.ts'),
    appType: 'spa',
    logLevel: 'error',
    server: { middlewareMode: true, ...(server && { ws: { server } }), fs: { allow: [root] } },
  })
  return {
    read: readByVite(vite, root),
    website: vite.middlewares,
    close: () => vite.close(),
  }
}
