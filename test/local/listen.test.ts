import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '../../bin/local/listen.ts'
import { findFreePort } from '../support/free-port.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

async function listen(port: number): Promise<void> {
  const servers = await listenOnLoopback(port, (_, response) => void response.end('hola'))
  onTestFinished(() => servers.forEach((server) => server.close()))
}

test('the product answers on every loopback address of this machine', async () => {
  const port = await findFreePort()
  await listen(port)

  const answer = await fetch(`http://localhost:${port}`)

  expect(await answer.text()).toBe('hola')
})

test('a port that is taken is named, with the command that takes another', async () => {
  const port = await findFreePort()
  await listen(port)

  await expect(listen(port)).rejects.toThrow(
    `El puerto ${port} está ocupado. Cierra lo que lo usa o elige otro: PORT=${port + 1} npm start`,
  )
})

test.runIf(hasIpv6)('a port that is taken on one of the two addresses is taken', async () => {
  const port = await findFreePort()
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen(port, '::1', resolve))
  onTestFinished(() => void other.close())

  await expect(listen(port)).rejects.toThrow(`El puerto ${port} está ocupado`)
})
