import { describe, expect, test } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { renderEmailHtml, renderEmailText } from '../../../functions/mail/public/composed-email.ts'
import { composeEmail } from '../../../functions/mail/compose.ts'

const SITE = 'https://habitat.test'
const at = '2026-11-21T23:30:00.000Z'

type Named = Exclude<Extract<MailTemplateData, { readonly name: string }>, { readonly kind: 'reminder' }>

const emails: [string, Named, RegExp, RegExp, string][] = [
  [
    'a new device',
    { kind: 'new-device', name: 'Lucía', device: 'Chrome en Windows', at },
    /^Nuevo inicio de sesión en Hábitat Interior$/,
    /desde Chrome en Windows el 22 de noviembre de 2026/,
    '/reset-password?solicitar=1',
  ],
  [
    'a changed password',
    { kind: 'password-changed', name: 'Lucía', at },
    /^Tu contraseña de Hábitat Interior ha cambiado$/,
    /hemos cerrado las demás sesiones/,
    '/reset-password?solicitar=1',
  ],
  [
    'a linked Google account',
    { kind: 'google-linked', name: 'Lucía', at },
    /^Google da acceso a tu cuenta de Hábitat Interior$/,
    /se vinculó a tu cuenta el 22 de noviembre de 2026/,
    '/reset-password?solicitar=1',
  ],
  [
    'a second factor switched on',
    { kind: 'mfa-changed', name: 'Lucía', change: 'enabled' },
    /^Verificación en dos pasos activada$/,
    /Guarda tus códigos de recuperación en un lugar seguro\.\s+Si no has sido tú, cambia tu contraseña/,
    '/reset-password?solicitar=1',
  ],
  [
    'a second factor switched off',
    { kind: 'mfa-changed', name: 'Lucía', change: 'disabled' },
    /^Verificación en dos pasos desactivada$/,
    /Si no has sido tú, cambia tu contraseña/,
    '/reset-password?solicitar=1',
  ],
  [
    'a used recovery code',
    { kind: 'recovery-code-used', name: 'Lucía', left: 3 },
    /^Se ha usado un código de recuperación$/,
    /Te quedan 3\./,
    '/reset-password?solicitar=1',
  ],
  [
    'the last recovery code but one',
    { kind: 'recovery-code-used', name: 'Lucía', left: 1 },
    /^Se ha usado un código de recuperación$/,
    /Te queda 1\./,
    '/reset-password?solicitar=1',
  ],
  [
    'the last recovery code',
    { kind: 'recovery-code-used', name: 'Lucía', left: 0 },
    /^Se ha usado un código de recuperación$/,
    /No te queda ninguno: genera códigos nuevos\./,
    '/reset-password?solicitar=1',
  ],
  [
    'a change of address that was refused',
    { kind: 'email-change-refused', name: 'Lucía', at },
    /^Han intentado cambiar el correo de tu cuenta de Hábitat Interior$/,
    /No lo hemos permitido: tu correo sigue siendo este/,
    '/reset-password?solicitar=1',
  ],
  [
    'an account that was deleted at Cognito',
    { kind: 'account-gone', name: 'Lucía', guarded: false },
    /^Se ha borrado tu acceso a Hábitat Interior$/,
    /con este mismo correo recuperas todo tal como estaba/,
    '/reset-password?solicitar=1',
  ],
  [
    'one that a second factor guarded',
    { kind: 'account-gone', name: 'Lucía', guarded: true },
    /^Se ha borrado tu acceso a Hábitat Interior$/,
    /este correo no basta para devolverte el acceso/,
    '',
  ],
  [
    'an account that was imported',
    { kind: 'account-imported', name: 'Lucía', guarded: false },
    /^Elige una contraseña nueva para Hábitat Interior$/,
    /tu contraseña anterior ya no sirve/,
    '/reset-password?solicitar=1',
  ],
  [
    'an imported one that a second factor guarded',
    { kind: 'account-imported', name: 'Lucía', guarded: true },
    /^Elige una contraseña nueva para Hábitat Interior$/,
    /Tampoco sirven los códigos de tu aplicación ni tus códigos de recuperación/,
    '/reset-password?solicitar=1',
  ],
  [
    'an account that is there already',
    { kind: 'existing-owner', name: 'Lucía' },
    /^Ya tienes una cuenta en Hábitat Interior$/,
    /Alguien ha intentado crear una cuenta/,
    '/auth',
  ],
]

describe('A-09 the mail about', () => {
  test.each(emails)(
    '%s says in Spanish what happened, and leads to what to do',
    (_, content, ...[subject, words, path]) => {
      const email = composeEmail(content, { siteUrl: SITE })

      expect(email.subject).toMatch(subject)
      expect(renderEmailText(email, SITE)).toMatch(words)
      expect(renderEmailText(email, SITE)).toContain('Hola, Lucía:')
      expect(email.action?.url).toBe(`${SITE}${path}`)
      expect(renderEmailHtml(email, SITE)).toContain(`href="${SITE}${path}"`)
    },
  )

  test.each(emails)('%s tells nothing of anybody’s health', (_, content) => {
    const email = composeEmail(content, { siteUrl: SITE })

    expect(`${email.subject} ${renderEmailText(email, SITE)}`).not.toMatch(
      /\b(salud|microbiota|dieta|síntoma|analítica|consulta)\b/i,
    )
  })

  test.each(emails)('%s names the clock of each time of day', (_, content) => {
    const text = renderEmailText(composeEmail(content, { siteUrl: SITE }), SITE)

    expect(text.match(/\d{1,2}:\d{2}(?! \(hora de Madrid\))/g)).toBeNull()
  })

  test.each(emails)('%s greets somebody whose name is not known', (_, content) => {
    const { greeting } = composeEmail({ ...content, name: '' }, { siteUrl: SITE })

    expect(greeting).toBe('Hola:')
  })

  test.each(emails)('%s shows a hostile name as text', (_, content) => {
    const email = composeEmail({ ...content, name: '<a href="https://mal.test">x</a>' }, { siteUrl: SITE })

    expect(renderEmailHtml(email, SITE)).not.toContain('<a href="https://mal.test">')
  })
})

test('A-65 the mail with a link for signing in says what it is for, and nothing that anybody typed', () => {
  const email = composeEmail(
    { kind: 'sign-in-link', userId: 'usr_1', askedAt: at },
    { token: 'a-token', siteUrl: SITE },
  )

  expect(email.greeting).toBe('Hola:')
  expect(renderEmailText(email, SITE)).toContain('El enlace sirve durante 24 horas, tantas veces como lo necesites.')
  expect(email.action?.url).toBe(`${SITE}/auth#enlace=a-token`)
})
