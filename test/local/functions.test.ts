import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalLambdaLoader } from '../../bin/local/lambda-loader.ts'
import { createViteHandlerLoader } from '../../bin/local/handlers-and-website.ts'

const noon = new Date('2026-11-21T12:00:00Z')

async function aFolder(answer: string) {
  const root = mkdtempSync(join(tmpdir(), 'habitat-functions-'))
  mkdirSync(join(root, 'functions/greetings'), { recursive: true })
  const write = (text: string) =>
    writeFileSync(
      join(root, 'functions/greetings/handler.ts'),
      `export const createLambdaServices = () => ({ now: () => new Date(0), name: 'Ana' })
       export const createLambdaHandler = (openServices: () => { now: () => Date; name: string }) => async () => {
         const { now, name } = openServices()
         return \`${text} \${name} \${now().toISOString()}\`
       }`,
    )
  write(answer)
  const vite = await createServer({ root, configFile: false, logLevel: 'silent', server: { middlewareMode: true } })
  onTestFinished(async () => {
    await vite.close()
    rmSync(root, { recursive: true, force: true })
  })
  return { write, functions: openLocalLambdaLoader(createViteHandlerLoader(vite, root), { now: () => noon }) }
}

const call = async (functions: Awaited<ReturnType<typeof aFolder>>['functions']) =>
  (await functions.load('greetings/handler'))({}, {})

test('a handler runs with its own services and the clock of the product', async () => {
  const { functions } = await aFolder('Hola')

  expect(await call(functions)).toBe('Hola Ana 2026-11-21T12:00:00.000Z')
})

test('a changed handler is served without a restart', async () => {
  const { functions, write } = await aFolder('Hola')
  await call(functions)

  // Written at each attempt: on a busy machine the watcher may start after the first.
  const writeAndCall = () => {
    write('Buenas')
    return call(functions)
  }
  await expect.poll(writeAndCall, { timeout: 10_000 }).toMatch(/^Buenas/)
})
