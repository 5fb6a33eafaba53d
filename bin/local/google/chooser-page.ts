import escapeHtml from 'escape-html'
import type { LocalGoogleAccount } from './accounts.ts'

export function renderGoogleAccountChooser(accounts: readonly LocalGoogleAccount[]): string {
  return page(
    'Iniciar sesión con Google (copia local)',
    `<h1>Elija una cuenta</h1>
<p class="quiet">Copia local de Google: todas las personas son ficticias y nada sale de este ordenador.</p>
<form method="post">
<ul>${accounts.map(accountButton).join('')}</ul>
</form>
<form method="post">
<fieldset>
<legend>Usar otra cuenta</legend>
<label for="name">Nombre y apellidos</label>
<input id="name" name="name" autocomplete="off" required>
<label for="email">Correo electrónico</label>
<input id="email" name="email" type="email" autocomplete="off" required>
<label class="check"><input type="checkbox" name="verified" checked> Correo verificado</label>
<button name="action" value="add">Continuar</button>
</fieldset>
</form>
<form method="post"><button class="plain" name="action" value="cancel">Cancelar</button></form>`,
  )
}

/** For errors that are not sent back to the redirect URI. */
export function renderGoogleBlockedPage(message: string): string {
  return page('Acceso bloqueado', `<h1>Acceso bloqueado</h1><p>${escapeHtml(message)}</p>`)
}

function accountButton({ subject, name, email, emailVerified }: LocalGoogleAccount): string {
  const mark = emailVerified ? '' : ' · correo sin verificar'
  return `<li><button class="account" name="subject" value="${escapeHtml(subject)}">
<span class="initial" aria-hidden="true">${escapeHtml(name.charAt(0))}</span>
<span>${escapeHtml(name)}<small>${escapeHtml(email)}${mark}</small></span>
</button></li>`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`
}

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1f1f1f; background: #f0f4f9 }
body { margin: 0; padding: 1rem; display: grid; place-items: start center }
main { box-sizing: border-box; width: 100%; max-width: 28rem; padding: 1.5rem; background: #fff; border-radius: 1rem }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; font-weight: 500 }
.quiet, small { color: #5f6368; font-size: .875rem }
ul { list-style: none; margin: 1rem 0; padding: 0 }
li + li { border-top: 1px solid #e3e3e3 }
button { font: inherit; min-height: 44px; cursor: pointer; border: 0; border-radius: .5rem }
button:focus-visible, input:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px }
.account { display: flex; gap: .75rem; align-items: center; width: 100%; padding: .625rem .25rem; background: none;
  color: inherit; text-align: start }
.account:hover { background: #f0f4f9 }
.account small { display: block; overflow-wrap: anywhere }
.initial { flex: none; width: 2.25rem; line-height: 2.25rem; text-align: center; border-radius: 50%; background: #0b57d0;
  color: #fff }
fieldset { display: grid; gap: .375rem; margin: 0 0 1rem; padding: 1rem; border: 1px solid #c4c7c5; border-radius: .5rem }
input:not([type=checkbox]) { font: inherit; min-height: 44px; box-sizing: border-box; width: 100%; padding: 0 .75rem;
  border: 1px solid #747775; border-radius: .25rem }
.check { display: flex; gap: .5rem; align-items: center; min-height: 44px }
.check input { width: 1.25rem; height: 1.25rem }
fieldset button { background: #0b57d0; color: #fff }
.plain { background: none; color: #0b57d0; padding: 0 1rem }
`
