import { spawn } from 'node:child_process'
import { requireDynamoServer } from './dynamo-server.mjs'
import { compileCache, installMissing, projectNode, root } from './install.mjs'

installMissing()
requireDynamoServer()

// The IPC channel tells the product when this process ends, however it does, so that no port stays in use.
const product = spawn(projectNode, ['bin/local.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...compileCache },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => product.kill(signal))
product.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
