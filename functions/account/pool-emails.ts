import { PRODUCT_NAME } from '#contract/product'
import type { ComposedEmail } from '../mail/public/composed-email.ts'

type Words = Omit<ComposedEmail, 'greeting'>

export const composePasswordResetEmail = (url: string): Words => ({
  subject: `Restablece tu contraseña de ${PRODUCT_NAME}`,
  title: 'Elige una contraseña nueva',
  paragraphs: ['Has pedido una contraseña nueva. El enlace sirve durante una hora y una sola vez.'],
  action: { label: 'Elegir una contraseña nueva', url },
  closing: 'Si no la has pedido, puedes ignorar este mensaje: tu contraseña sigue siendo la misma.',
})

export const composeInvitationEmail = (url: string, userName: string): Words => ({
  subject: `Te damos acceso a ${PRODUCT_NAME}`,
  paragraphs: [
    `Tienes una cuenta nueva con el usuario ${userName}.`,
    'Elige tu contraseña para entrar por primera vez. El enlace sirve durante 7 días.',
  ],
  action: { label: 'Elegir mi contraseña', url },
})

export const composeCodeEmail = (code: string): Words => ({
  subject: `Tu código de ${PRODUCT_NAME}`,
  title: 'Tu código',
  paragraphs: ['Escríbelo en la página que te lo ha pedido. No se lo digas a nadie: nosotros nunca te lo pediremos.'],
  code,
  closing: 'Si no lo has pedido, puedes ignorar este mensaje.',
})
