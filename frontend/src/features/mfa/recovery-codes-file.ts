import { toPracticeDay } from '#contract/calendar-days'
import { PRODUCT_NAME, PRODUCT_SLUG } from '#contract/product'

export const buildRecoveryCodesFileName = (now: Date): string =>
  `${PRODUCT_SLUG}-codigos-recuperacion-${toPracticeDay(now)}.txt`

export const buildRecoveryCodesFileText = (codes: readonly string[], now: Date): string =>
  [
    `${PRODUCT_NAME} – Códigos de recuperación`,
    `Fecha: ${toPracticeDay(now)}`,
    '',
    ...codes.map((code, index) => `${index + 1}. ${code}`),
    '',
    'Guarda estos códigos en un lugar seguro. Cada uno sirve una sola vez para entrar si pierdes el acceso a tu',
    'aplicación de autenticación. No los compartas con nadie.',
    '',
  ].join('\r\n')
