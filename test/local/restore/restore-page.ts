import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type LocalProduct, startLocalProduct } from '../../../bin/local/product.ts'
import { findFreePort } from '../../support/free-port.ts'

export function readCommands(chapter: string): string[] {
  const chapters = readFileSync('docs/runbooks/restore.md', 'utf8').split(/^## /m)
  const text = chapters.find((each) => each.startsWith(`${chapter}\n`)) ?? ''
  return [...text.matchAll(/```sh\n([^]*?)\n```/g)].map(([, command = '']) => command)
}

export async function runCommand(command: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('bash', ['-euc', command], { env: { ...process.env, ...environment } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
    })
  const [code] = (await once(child, 'close')) as [number]
  expect(code, printed).toBe(0)
  return printed
}

/** @returns the variables that the command exports, for the following commands */
export async function runExports(command: string, folder: string): Promise<Readonly<Record<string, string>>> {
  const file = join(folder, 'exported')
  await runCommand(`${command}\nenv -0 > '${file}'`, {})
  const variables = readFileSync(file, 'utf8')
    .split('\0')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
  return Object.fromEntries(variables.filter(([name]) => name && !(name in process.env)))
}

const { AWS_ENDPOINT_URL_DYNAMODB: givenServer } = process.env

export async function startProductOf(template: string, folder: string): Promise<LocalProduct> {
  // Set by a previous product.
  delete process.env['AWS_ENDPOINT_URL_DYNAMODB']
  if (givenServer !== undefined) process.env['AWS_ENDPOINT_URL_DYNAMODB'] = givenServer
  const port = await findFreePort()
  const directory = join(folder, 'data')
  return startLocalProduct({ port, root: process.cwd(), directory, template, passing: true })
}
