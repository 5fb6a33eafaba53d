import type { CustomMessageTriggerEvent } from 'aws-lambda'
import { PRODUCT_NAME } from '#contract/product'
import { environment } from '#platform/environment'
import { type Letter, letterHtml } from '#platform/letter'

interface CustomMessageServices {
  readonly siteUrl: string
}

export const open = (): CustomMessageServices => ({ siteUrl: environment(['SITE_URL']).SITE_URL })

/** Words Cognito's own mails in Spanish, each with a link that carries the code to the page that takes it. */
export const withServices = (openServices: () => CustomMessageServices) => {
  let services: CustomMessageServices | undefined
  return async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> => {
    services ??= openServices()
    const letter = letterFor(event, services.siteUrl)
    event.response = { ...event.response, emailSubject: letter.subject, emailMessage: letterHtml(letter) }
    return event
  }
}

export const handler = withServices(open)

function letterFor({ request, triggerSource }: CustomMessageTriggerEvent, siteUrl: string): Letter {
  const { email = '', given_name: name } = request.userAttributes as Record<string, string>
  const greeting = name ? `Hola, ${name}:` : 'Hola:'
  // Cognito puts the code where it finds the placeholder, so that must not be percent-encoded.
  const link = (path: string) => `${siteUrl}${path}?email=${encodeURIComponent(email)}&code=${request.codeParameter}`
  switch (triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return { ...verification(link('/auth/callback')), greeting }
    case 'CustomMessage_ForgotPassword':
      return { ...recovery(link('/reset-password')), greeting }
    case 'CustomMessage_AdminCreateUser':
      return { ...invitation(link('/reset-password'), request), greeting }
    default:
      return { ...code(request.codeParameter), greeting }
  }
}

type Words = Omit<Letter, 'greeting'>

const verification = (url: string): Words => ({
  subject: `Verifica tu correo en ${PRODUCT_NAME}`,
  paragraphs: [
    'Para terminar de crear tu cuenta, confirma que esta dirección es tuya. El enlace sirve durante 24 horas.',
  ],
  action: { label: 'Verificar mi correo', url },
  closing: 'Si no has creado una cuenta, puedes ignorar este mensaje.',
})

const recovery = (url: string): Words => ({
  subject: `Restablece tu contraseña de ${PRODUCT_NAME}`,
  paragraphs: ['Has pedido una contraseña nueva. El enlace sirve durante una hora y una sola vez.'],
  action: { label: 'Elegir una contraseña nueva', url },
  closing: 'Si no la has pedido, puedes ignorar este mensaje: tu contraseña sigue siendo la misma.',
})

/** The code is a password that serves once: the page asks for a new one in the same step. */
const invitation = (link: string, { usernameParameter }: CustomMessageTriggerEvent['request']): Words => ({
  subject: `Te damos acceso a ${PRODUCT_NAME}`,
  paragraphs: [
    `Tienes una cuenta nueva con el usuario ${usernameParameter}.`,
    'Elige tu contraseña para entrar por primera vez. El enlace sirve durante 7 días.',
  ],
  action: { label: 'Elegir mi contraseña', url: `${link}&type=invite` },
})

const code = (codeParameter: string): Words => ({
  subject: `Tu código de ${PRODUCT_NAME}`,
  paragraphs: [`Tu código es: ${codeParameter}`],
  closing: 'Si no lo has pedido, puedes ignorar este mensaje.',
})
