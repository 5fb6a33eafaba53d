import type { Page } from 'playwright-core'
import { demoAccounts } from '../../bin/local/demo.ts'
import { openBrowserSession } from '../support/browser-session.ts'
import { openVisitorPage, type VisitorOptions } from '../support/visitor.ts'

function findDemoAccount(email: string) {
  const account = demoAccounts.find((each) => each.email === email)
  if (!account) throw new Error(`no demo account is ${email}`)
  return account
}

export const openDemoSession = (email: string) => openBrowserSession(findDemoAccount(email))

export async function openDemoPage(email: string, path: string, options: VisitorOptions = {}): Promise<Page> {
  const page = await openVisitorPage({ ...options, session: await openDemoSession(email) })
  await page.goto(path)
  return page
}

export const findDemoCustomerId = (email: string): string => `cus_${findDemoAccount(email).sub}`
