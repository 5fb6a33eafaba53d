import { messagePage, missingPage } from './message-page.ts'
import type { Mail } from './parts.ts'
import { Refusal } from './refusal.ts'
import { replyDownload, replyJson, replyPage } from './reply.ts'
import type { Answer, ConsoleRequest } from './console-request.ts'

/** The mailbox, newest first; with `?to=` the mails to addresses that contain it. */
export const listMails: Answer = ({ parts, request, response }) => {
  const to = new URL(request.url ?? '/', 'http://local').searchParams.get('to') ?? ''
  const mails = parts.mailbox().filter((mail) => mail.to.join().includes(to))
  replyJson(response, mails.map(listedMail))
}

/** A mail as programs read it. */
function listedMail({ id, to, subject, text, html, attachments, sentAt }: Mail): Omit<Mail, 'from'> {
  return { id, to, subject, text, html, attachments, sentAt }
}

/** One mail: a page for a browser, JSON for a program. */
export function showMail(id: string): Answer {
  return (visit) => {
    const mail = mailOf(visit, id)
    const wantsPage = visit.request.headers.accept?.includes('text/html') === true
    if (mail && wantsPage) return replyPage(visit.response, messagePage(mail))
    if (mail) return replyJson(visit.response, listedMail(mail))
    if (wantsPage) return replyPage(visit.response, missingPage(MISSING), 404)
    throw new Refusal(404, MISSING)
  }
}

/** The bytes of one attachment, by its place in the mail's list. */
export function sendAttachment(id: string, place: string): Answer {
  return (visit) => {
    const attachment = mailOf(visit, id)?.attachments[Number(place)]
    if (!attachment) throw new Refusal(404, 'Ese mensaje no tiene ese adjunto.')
    replyDownload(visit.response, Buffer.from(attachment.content, 'base64'), attachment.filename)
  }
}

const MISSING = 'Ese mensaje no está en el buzón.'

function mailOf({ parts }: ConsoleRequest, id: string): Mail | undefined {
  return parts.mailbox().find((mail) => mail.id === id)
}
