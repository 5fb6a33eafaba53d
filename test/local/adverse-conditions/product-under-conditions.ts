import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import type { AuditAction } from '#contract/audit'
import type { Endpoint, EndpointReply, EndpointRequestInput } from '#contract/endpoint'
import type { ConditionName } from '../../../bin/local/adverse-conditions.ts'
import { getAdministratorSession } from '../../journeys/admin.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { listConsoleMails, sendConsoleCommand } from '../../support/local-console.ts'
import { endProductProcess, startProductProcess } from '../../support/product-process.ts'
import { setProductSite } from '../../support/product-site.ts'
import { getSynthesisedTemplate } from '../../support/synthesised-template.ts'

export interface KeptPromise {
  readonly promise: string
  readonly keep: () => Promise<void>
}

let printed = () => ''

/** What the product has written to its terminal. */
export const readTerminal = () => printed()

export const isOnTemplate = process.env['JOURNEYS_ON'] === 'template'

/**
 * Without pages: all conditions are tested over HTTP. From the sources, which need half the processor time, or with
 * `--template` from the template: ending it then throws if the template's policies have denied a call.
 */
export async function startProductForConditions() {
  const { options, remove } = isOnTemplate
    ? { options: ['--template', await getSynthesisedTemplate()], remove: () => undefined }
    : makeEmptySite()
  const product = await startProductProcess(['--memory', ...options])
  setProductSite(product.site, { isShared: false })
  printed = product.printed
  return async () => {
    try {
      await endProductProcess(product)
    } finally {
      remove()
    }
  }
}

function makeEmptySite() {
  const site = mkdtempSync(join(tmpdir(), 'habitat-conditions-'))
  writeFileSync(join(site, 'index.html'), '<!doctype html><html lang="es"><head></head><body></body></html>')
  return { options: ['--built', site], remove: () => rmSync(site, { recursive: true }) }
}

export const switchCondition = (name: ConditionName, on: boolean) => sendConsoleCommand('condition', { name, on })

/** Collection period of mails about files (decision 0052). */
export const MAILS_COLLECTED = 'PT11M'

export const advanceClock = (advance: string) => sendConsoleCommand('clock', { advance })

export async function askAsAdministrator<E extends Endpoint>(
  endpoint: E,
  given: EndpointRequestInput<E>,
): Promise<EndpointReply<E>> {
  const { token } = await getAdministratorSession()
  return callEndpointOverHttp(endpoint, given, { token })
}

/** Any other refusal is returned. */
export async function retryWhileBusy<T>(ask: () => Promise<T>, tries = 12): Promise<T> {
  for (let left = tries; left > 1; left--) {
    try {
      return await ask()
    } catch (error) {
      if (!/ 50[03] |TooManyRequests|invocation failed|fetch failed|exceeds the current capacity/.test(String(error)))
        throw error
      await pause(50 + Math.random() * 300)
    }
  }
  return ask()
}

export const countMails = async (to: string, subject: RegExp): Promise<number> =>
  (await listConsoleMails(to)).filter((mail) => subject.test(mail.subject)).length

export async function countAuditEntries(customerId: string, action: AuditAction): Promise<number> {
  const { items } = await askAsAdministrator(apiContract.security.audit, { query: { customerId, action, limit: 100 } })
  return items.length
}

export const expectSoon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 150 })
