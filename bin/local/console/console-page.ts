import escapeHtml from 'escape-html'
import { createGuardrails, generateSync } from 'otplib'
import { renderConditions, permanentConditionList } from './conditions.ts'
import {
  renderLocalConsoleDocument,
  renderLocalConsoleAttributes,
  renderLocalConsoleButton,
  renderTimeElement,
} from './document.ts'
import {
  type DemoAccount,
  type LocalConsoleDependencies,
  type SecurityControlStatus,
  type CapturedMail,
  type ServiceOutage,
  renderLocalConsoleSection,
} from './local-console-dependencies.ts'
import { renderMailService } from './mail-service.ts'
import { renderMalwareScan } from './malware-scan.ts'
import { renderLocalConsolePayments } from './payments.ts'

const STEP_MS = 30_000

// otplib refuses short secrets; the local console only shows their codes.
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 1 })

/** By real time, not the product's clock: authenticator apps use it (RFC 6238). */
function oneTimeCode(secret: string, now: Date): { code: string; until: Date } {
  const step = Math.floor(now.getTime() / STEP_MS)
  const code = generateSync({ secret, guardrails, epoch: Math.floor(now.getTime() / 1000) })
  return { code, until: new Date((step + 1) * STEP_MS) }
}

export function renderLocalConsolePage(parts: LocalConsoleDependencies): string {
  return renderLocalConsoleDocument(
    'Mesa local · Hábitat Interior',
    `<header>
<h1>Mesa local</h1>
<p>Lo que en la nube harían el correo, la pasarela de pago y el paso del tiempo. Nada sale de este ordenador.
<a href="/">Ir a la aplicación</a> · <a href="/_local/mails">Ver todos los correos</a></p>
</header>
<main>
${renderLocalConsoleSection({ id: 'mail', title: 'Buzón', live: mailList(parts.mailbox()) })}
${renderLocalConsoleSection({ id: 'accounts', title: 'Cuentas de demostración', live: accountList(parts.accounts()) })}
${renderLocalConsoleSection({ id: 'clock', title: 'Reloj', live: clockNow(parts.clock.now()), fixed: clockMoves })}
${renderLocalConsoleSection({ id: 'outages', title: 'Simular caídas', live: outageList(parts.outages.list()) })}
${renderLocalConsoleSection({ id: 'protections', title: 'Quitar protecciones', live: protectionList(parts.protections.list()), fixed: protectionWords })}
${renderLocalConsoleSection({ id: 'conditions', title: 'Condiciones adversas', live: renderConditions(parts.conditions.list()), fixed: permanentConditionList })}
${renderLocalConsoleSection({ id: 'mail-service', title: 'Servicio de correo', live: renderMailService(parts.mailService.list()) })}
${renderLocalConsoleSection({ id: 'scan', title: 'Análisis de los archivos subidos', live: renderMalwareScan(parts.scan.list()) })}
${renderLocalConsolePayments(parts.stripe.events(), parts.stripe.disputable())}
</main>
<p id="said" role="status"></p>`,
  )
}

function mailList(mails: readonly CapturedMail[]): string {
  if (mails.length === 0) return '<p class="quiet">Todavía no hay mensajes.</p>'
  const items = mails.map(
    ({ id, subject, to, sentAt }) => `<li>
<a id="mail-${escapeHtml(id)}" href="/_local/mail/${escapeHtml(encodeURIComponent(id))}">${escapeHtml(subject || '(sin asunto)')}</a>
<small>${escapeHtml(to.join(', '))} · ${renderTimeElement(sentAt)}</small>
</li>`,
  )
  const count = mails.length === 1 ? '1 mensaje' : `${mails.length} mensajes`
  return `<p class="quiet">${count}</p><ul class="scroll" tabindex="0" id="mail-items" aria-label="Mensajes">${items.join('')}</ul>`
}

function accountList(accounts: readonly DemoAccount[]): string {
  const items = accounts.map(
    ({ email, password, role, totpSecret, recoveryCodes }, place) => `<li>
<strong>${escapeHtml(email)}</strong> <small>${escapeHtml(role)}</small>
<div class="row"><span>Contraseña: <code>${escapeHtml(password)}</code></span>
${copyButton(`copy-password-${place}`, password, `Copiar la contraseña de ${email}`)}</div>
${totpSecret === null ? '<small>Sin verificación en dos pasos</small>' : codeRow(totpSecret, email, place)}
${recoveryList(recoveryCodes)}
</li>`,
  )
  return items.length === 0 ? '<p class="quiet">No hay cuentas.</p>' : `<ul>${items.join('')}</ul>`
}

function codeRow(secret: string, email: string, place: number): string {
  const { code, until } = oneTimeCode(secret, new Date())
  return `<div class="row"><span>Código: <code class="big">${code}</code>
<small data-until="${until.toISOString()}">hasta las ${renderTimeElement(until)}</small></span>
${copyButton(`copy-code-${place}`, code, `Copiar el código de ${email}`)}</div>`
}

const recoveryList = (codes: readonly string[]): string =>
  codes.length === 0
    ? ''
    : `<small>Códigos de recuperación con los que empieza (cada uno sirve una vez):
${codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(' ')}</small>`

function copyButton(id: string, content: string, label: string): string {
  return `<button type="button" id="${id}" data-copy="${escapeHtml(content)}" aria-label="${escapeHtml(label)}">Copiar</button>`
}

function clockNow(now: Date): string {
  return `<p>Fecha y hora de la aplicación: <strong>${renderTimeElement(now)}</strong> (Madrid).</p>`
}

const clockMoves = `<div class="row">${[1, 14, 31, 91]
  .map((days) =>
    renderLocalConsoleButton({
      id: `advance-${days}`,
      path: '/_local/clock',
      body: { advance: `P${days}D` },
      text: `+${days} ${days === 1 ? 'día' : 'días'}`,
      done: 'Reloj adelantado.',
    }),
  )
  .join('')}</div>
<form data-post="/_local/clock" data-done="Reloj adelantado.">
<label for="advance">Otra duración (ISO 8601)</label>
<div class="row"><input id="advance" name="advance" placeholder="PT36H" autocomplete="off" spellcheck="false" required>
<button id="advance-by">Adelantar</button></div>
</form>
<p class="quiet">Mueve recordatorios, plazos y limpiezas. Las sesiones y los códigos siguen la hora real.</p>`

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  dynamodb: 'DynamoDB (datos)',
  cognito: 'Cognito (acceso)',
  s3: 'S3 (archivos)',
  ses: 'SES (correo)',
  stripe: 'Stripe (pagos)',
}

function outageList(outages: readonly ServiceOutage[]): string {
  const items = outages.map(({ service, down }) => {
    const name = SERVICE_NAMES[service] ?? service
    const order = renderLocalConsoleAttributes({
      id: `outage-${service}`,
      path: '/_local/outage',
      body: { service, down: !down },
      done: down ? `${name} vuelve a funcionar.` : `${name} está caído.`,
    })
    return `<li class="row"><span id="outage-name-${escapeHtml(service)}">${escapeHtml(name)}</span>
<button type="button" role="switch" aria-checked="${down}" aria-labelledby="outages-title outage-name-${escapeHtml(service)}" ${order}>${down ? 'Caído' : 'Funciona'}</button></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

const protectionWords =
  '<p class="quiet">Lo que el servicio responde de sí mismo; la pestaña Seguridad lo nota en menos de un minuto.</p>'

function protectionList(guards: readonly SecurityControlStatus[]): string {
  const items = guards.map(({ name, text, on }) => {
    const order = renderLocalConsoleAttributes({
      id: `protection-${name}`,
      path: '/_local/protection',
      body: { name, on: !on },
      done: `${text}: ${on ? 'no' : 'sí'}.`,
    })
    return `<li class="row"><span id="protection-name-${escapeHtml(name)}">${escapeHtml(text)}</span>
<button type="button" role="switch" aria-checked="${on}" aria-labelledby="protections-title protection-name-${escapeHtml(name)}" ${order}>${on ? 'Sí' : 'No'}</button></li>`
  })
  return `<ul>${items.join('')}</ul>`
}
