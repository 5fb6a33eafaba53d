import { PRODUCT_NAME } from '#contract/product'

/**
 * Consent to the use of health data (GDPR, article 9.2.a). Pending legal review: a lawyer has to read it before the
 * product goes live. A changed text needs a new `HEALTH_CONSENT_VERSION`, and everybody is asked again.
 */
export const healthConsentText = {
  intro:
    'Para preparar tus consultas necesitamos datos de tu salud: tu cuestionario, tus analíticas, tus pautas y lo que nos cuentes.',
  points: [
    [
      'Para qué',
      'Solo para tu asesoramiento de microbiota y nutrición. No los vendemos ni los usamos para publicidad.',
    ],
    ['Quién los ve', 'Las personas de la consulta que te atienden, obligadas a guardar secreto.'],
    [
      'Cuánto tiempo',
      'Mientras te atendamos y, como pide la ley, hasta cinco años después de tu última consulta. Puedes retirar tu consentimiento cuando quieras en Ajustes.',
    ],
  ],
  statement: `Doy mi consentimiento explícito para que ${PRODUCT_NAME} trate mis datos de salud con este fin.`,
  refusal:
    'Si prefieres no darlo, tu cuenta, tus citas y tus facturas siguen igual. Pero no podrás rellenar el cuestionario ni recibir pautas, y no podremos preparar tu consulta con tus datos.',
  ofGuardian: `Doy mi consentimiento explícito para que ${PRODUCT_NAME} trate sus datos de salud (cuestionario, analíticas, pautas y notas de consulta) solo para su asesoramiento de microbiota y nutrición.`,
  ofGuardianRefusal:
    'Esta casilla es aparte y opcional: sin ella podrá tener cuenta y citas, pero no darnos datos de su salud. Puede retirarse cuando queráis en Ajustes.',
} as const
