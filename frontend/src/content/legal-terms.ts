import { productCatalogue } from '#contract/product-catalogue'
import { MIN_ACCOUNT_AGE_YEARS } from '#contract/product'
import { formatCents } from '#contract/money'
import { legalTextsEdition, legalPeriods, type LegalText } from './legal-text.ts'
import { termsContractSections } from './legal-terms-contract.ts'
import { termsAccountSections } from './legal-terms-relation.ts'

const { durationMinutes, saleCents } = productCatalogue['primera-consulta']

export const termsOfServiceText: LegalText = {
  ...legalTextsEdition,
  path: '/terminos',
  title: 'Términos y condiciones',
  intro:
    'Estas son las condiciones con las que prestamos nuestras consultas y con las que usas tu cuenta. Las hemos escrito para que se entiendan: si algo no está claro, pregúntanos antes de contratar.',
  essentials: [
    `La primera consulta dura ${durationMinutes} minutos y cuesta ${formatCents(saleCents)}, impuestos incluidos.`,
    `Debes tener ${MIN_ACCOUNT_AGE_YEARS} años. Si aún no tienes ${legalPeriods.adultAge}, necesitas el consentimiento de tus padres o de tu tutor.`,
    `Tienes ${legalPeriods.withdrawalDays} días naturales para [desistir de la compra](/desistimiento) sin dar explicaciones.`,
    'Nuestras consultas no sustituyen la atención de tu médico.',
    `Si cambiamos estos términos, te avisaremos con ${legalPeriods.termsNoticeDays} días de antelación.`,
  ],
  sections: [...termsContractSections, ...termsAccountSections],
}
