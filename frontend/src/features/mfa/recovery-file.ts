import { dayOf } from '#contract/days'
import { PRODUCT_NAME, PRODUCT_SLUG } from '#contract/product'

export const recoveryFileName = (now: Date): string => `${PRODUCT_SLUG}-codigos-recuperacion-${dayOf(now)}.txt`

export const recoveryFileText = (codes: readonly string[], now: Date): string =>
  [
    `${PRODUCT_NAME} – Códigos de recuperación`,
    `Fecha: ${dayOf(now)}`,
    '',
    ...codes.map((code, index) => `${index + 1}. ${code}`),
    '',
    'Guarda estos códigos en un lugar seguro. Cada uno sirve una sola vez para entrar si pierdes el acceso a tu',
    'aplicación de autenticación. No los compartas con nadie.',
    '',
  ].join('\r\n')
