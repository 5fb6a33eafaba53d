/**
 * What the guardian of a minor agrees to. Pending legal review: a lawyer has to read it before the product goes live. A
 * changed text needs a new `GUARDIAN_CONSENT_VERSION`.
 */
export const guardianAgreementPoints: readonly string[] = [
  'Que contrate y pague consultas online de microbiota y nutrición, al precio que se muestra antes de pagar.',
  'Que tenga una cuenta con nosotros y que usemos sus datos personales para prestarle el servicio.',
  'Que hable por videollamada con nuestro equipo y reciba pautas de alimentación y suplementos. No sustituyen a su médico.',
]

export const guardianRightsText =
  'Puedes retirar la autorización cuando quieras escribiéndonos, sin que eso afecte a lo ya hecho. Para poder demostrar que la diste guardamos tu nombre, tu correo, el momento de la confirmación y desde dónde la hiciste (dirección IP y navegador).'

export const guardianStatementText =
  'Soy su madre, padre o tutor legal, he leído lo anterior y lo autorizo, junto con los Términos y la Política de Privacidad.'
