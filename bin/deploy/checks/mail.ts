import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, type SESv2Client } from '@aws-sdk/client-sesv2'
import { getDomain } from 'tldts'
import type { Check, DnsResolver } from '../check.ts'
import { blocked, due, ready, type Verdict } from '../verdict.ts'

const noMail = due('Sin «mail» en lib/stages.ts, recibos y avisos esperan, y Cognito envía 50 correos al día.')

export const checkMailIdentity: Check = async ({ clients, stage }) => {
  if (!stage.mail) return noMail
  const { identity, sender } = stage.mail
  if (sender !== identity && !sender.endsWith(`@${identity}`))
    return blocked(`El remitente ${sender} no es de la identidad ${identity}: corrige lib/stages.ts.`)
  const found = await findIdentity(clients.ses, identity)
  const console = `consola de SES, ${stage.region}`
  if (!found) return blocked(`SES no conoce ${identity}: créala y verifícala (${console}).`)
  if (!found.VerifiedForSendingStatus) return blocked(`${identity} está sin verificar: termina su alta (${console}).`)
  if (!identity.includes('@') && found.DkimAttributes?.Status !== 'SUCCESS')
    return due(`Faltan los registros DKIM de ${identity}: cópialos al DNS (${console}).`)
  return ready(`${identity} está verificada.`)
}

async function findIdentity(ses: SESv2Client, identity: string) {
  try {
    return await ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity }))
  } catch (error) {
    if (error instanceof NotFoundException) return undefined
    throw error
  }
}

export const checkMailAccess: Check = async ({ clients, stage }) => {
  if (!stage.mail) return noMail
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await clients.ses.send(
    new GetAccountCommand({}),
  )
  if (!SendingEnabled || EnforcementStatus === 'SHUTDOWN')
    return due('SES ha suspendido los envíos de la cuenta: mira «Reputation metrics» en su consola y responde a AWS.')
  if (!ProductionAccessEnabled)
    return due('SES está en modo de prueba y solo escribe a direcciones verificadas: pide «production access».')
  return ready('SES puede escribir a cualquiera.')
}

const toDomain = (address: string): string => address.split('@').at(-1) ?? address

/** SPF is checked against the envelope's domain, which is SES's own unless the identity has a MAIL FROM domain. */
export const checkSpf: Check = async ({ clients, dns, stage }) => {
  if (!stage.mail) return noMail
  const found = await findIdentity(clients.ses, stage.mail.identity)
  const envelope = found?.MailFromAttributes?.MailFromDomain
  const domain = envelope ?? toDomain(stage.mail.sender)
  const records = await readTextRecords(dns, domain, /^v=spf1\b/i)
  if (records.length > 1) return due(`${domain} tiene ${records.length} registros SPF y solo puede haber uno: únelos.`)
  if (records[0]?.includes('include:amazonses.com')) return ready(`El SPF de ${domain} admite a SES.`)
  const advice = records[0] ? 'añade «include:amazonses.com» al SPF' : 'crea el TXT «v=spf1 include:amazonses.com ~all»'
  return due(`Para que no se tome por correo basura, ${advice} de ${domain}.`)
}

export const checkDmarc: Check = async ({ dns, stage }): Promise<Verdict> => {
  if (!stage.mail) return noMail
  const domain = toDomain(stage.mail.sender)
  const own = await readDmarc(dns, domain)
  if (own) return ready(`${domain} tiene DMARC (${own.p ?? 'sin política'}).`)
  const organisation = getDomain(domain) ?? domain
  const inherited = organisation === domain ? undefined : await readDmarc(dns, organisation)
  if (inherited)
    return ready(`${domain} hereda el DMARC de ${organisation} (${inherited.sp ?? inherited.p ?? 'sin política'}).`)
  return due(`Crea el TXT _dmarc.${domain}, por ejemplo «v=DMARC1; p=quarantine; rua=mailto:…».`)
}

/** `p`: what to do with unauthenticated mail of the domain; `sp`: with that of domains below it, if different. */
async function readDmarc(
  dns: DnsResolver,
  domain: string,
): Promise<{ readonly p?: string; readonly sp?: string } | undefined> {
  const [record] = await readTextRecords(dns, `_dmarc.${domain}`, /^v=DMARC1\b/i)
  if (record === undefined) return undefined
  return Object.fromEntries(record.split(';').map((tag) => tag.split('=').map((part) => part.trim())))
}

async function readTextRecords(dns: DnsResolver, name: string, wanted: RegExp): Promise<readonly string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join('')).filter((text) => wanted.test(text))
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
