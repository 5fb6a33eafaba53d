import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * Listens on both loopback addresses, because `localhost` may mean either, and on no other. Without IPv6 one is enough.
 * @throws Error with a readable message when the port is in use
 */
export async function listenOnLoopback(port: number, listener: RequestListener): Promise<Server[]> {
  const main = createServer(listener)
  await bind(main, port, '127.0.0.1')
  const other = createServer(listener)
  // Vite's WebSocket is attached to one of the two servers; the other forwards upgrades to it.
  other.on('upgrade', (...given) => main.emit('upgrade', ...given))
  try {
    await bind(other, port, '::1')
    return [main, other]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      main.close()
      throw error
    }
    return [main]
  }
}

const bind = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(port, error) : error),
    )
    server.listen(port, host, resolve)
  })

const taken = (port: number, cause: Error) =>
  Object.assign(
    new Error(`El puerto ${port} está ocupado. Cierra lo que lo usa o elige otro: PORT=${port + 1} npm start`, {
      cause,
    }),
    { code: 'EADDRINUSE' },
  )
