import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { localConsoleCommands } from './commands.ts'
import { LocalConsoleRefusal, replyFile, replyJson, replyHtml, type LocalConsoleRequestHandler } from './http.ts'
import { listCapturedMails, replyMailAttachment, replyCapturedMail } from './mails.ts'
import { showSampleMails } from './sample-mails.ts'
import { renderLocalConsolePage } from './console-page.ts'
import type { DemoAccount, LocalConsoleDependencies } from './local-console-dependencies.ts'

export type { DemoAccount, LocalConsoleDependencies, CapturedMail } from './local-console-dependencies.ts'

type Route = Readonly<Record<string, LocalConsoleRequestHandler>>

/** The page and the JSON below `/_local`. The returned function resolves to false for any other path. */
export function createLocalConsoleRouter(
  parts: LocalConsoleDependencies,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async (request, response) => {
    const route = routeTo(new URL(request.url ?? '/', 'http://local'))
    if (!route) return false
    try {
      await answerOf(route, request.method ?? 'GET')({ parts, request, response })
    } catch (error) {
      refuse(response, error)
    }
    return true
  }
}

const routes: Readonly<Record<string, Route>> = {
  '/_local': { GET: ({ parts, response }) => replyHtml(response, renderLocalConsolePage(parts)) },
  '/_local/console.js': { GET: asset('./console.js', 'text/javascript') },
  '/_local/console.css': { GET: asset('./console.css', 'text/css') },
  '/_local/mail': { GET: listCapturedMails },
  '/_local/mails': { GET: showSampleMails },
  '/_local/accounts': { GET: ({ parts, response }) => replyJson(response, parts.accounts().map(listedAccount)) },
  '/_local/clock': {
    GET: ({ parts, response }) => replyJson(response, { now: parts.clock.now().toISOString() }),
    POST: localConsoleCommands.advance,
  },
  '/_local/stripe/events': { GET: ({ parts, response }) => replyJson(response, parts.stripe.events()) },
  '/_local/stripe/redeliver': { POST: localConsoleCommands.redeliver },
  '/_local/stripe/settle': { POST: localConsoleCommands.settle },
  '/_local/stripe/dispute': { POST: localConsoleCommands.dispute },
  '/_local/outage': {
    GET: ({ parts, response }) => replyJson(response, parts.outages.list()),
    POST: localConsoleCommands.setOutage,
  },
  '/_local/protection': {
    GET: ({ parts, response }) => replyJson(response, parts.protections.list()),
    POST: localConsoleCommands.setProtection,
  },
  '/_local/condition': {
    GET: ({ parts, response }) => replyJson(response, parts.conditions.list()),
    POST: localConsoleCommands.setCondition,
  },
  '/_local/mail-service': {
    GET: ({ parts, response }) => replyJson(response, parts.mailService.list()),
    POST: localConsoleCommands.setMailService,
  },
  '/_local/mail-service/unsuppress': { POST: localConsoleCommands.unsuppress },
  '/_local/malware-scan': {
    GET: ({ parts, response }) => replyJson(response, parts.scan.list()),
    POST: localConsoleCommands.setScan,
  },
  '/_local/malware-scan/finish': { POST: localConsoleCommands.finishScans },
}

const ONE_MAIL = /^\/_local\/mail\/([^/]+)$/

function routeTo({ pathname, searchParams }: URL): Route | undefined {
  const path = pathname.replace(/\/$/, '')
  if (Object.hasOwn(routes, path)) return routes[path]
  const id = ONE_MAIL.exec(path)?.[1]
  if (id === undefined) return undefined
  const place = searchParams.get('attachment')
  return { GET: place === null ? replyCapturedMail(decoded(id)) : replyMailAttachment(decoded(id), place) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function answerOf(route: Route, method: string): LocalConsoleRequestHandler {
  const asked = method === 'HEAD' ? 'GET' : method
  const answer = Object.hasOwn(route, asked) ? route[asked] : undefined
  if (answer) return answer
  const allowed = Object.keys(route).join(', ')
  throw new LocalConsoleRefusal(405, `Esta dirección solo admite ${allowed}.`, { allow: allowed })
}

function asset(file: string, contentType: string): LocalConsoleRequestHandler {
  return async ({ response }) =>
    replyFile(response, await readFile(new URL(file, import.meta.url), 'utf8'), contentType)
}

function listedAccount({ email, password, role, totpSecret, recoveryCodes }: DemoAccount): DemoAccount {
  return { email, password, role, totpSecret, recoveryCodes }
}

/** Shows messages of unexpected errors too: the reader is at this machine. */
function refuse(response: ServerResponse, error: unknown): void {
  if (error instanceof LocalConsoleRefusal) {
    for (const [name, given] of Object.entries(error.headers)) response.setHeader(name, given)
  }
  const message = error instanceof Error ? error.message : String(error)
  const status = statusOf(error)
  if (status === 500) console.error(error)
  replyJson(response, { message }, status)
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status >= 400 && status < 500 ? status : 500
}
