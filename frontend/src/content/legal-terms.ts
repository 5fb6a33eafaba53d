import { catalogue } from '#contract/catalogue'
import { MINIMUM_AGE } from '#contract/sign-up'
import { formatCents } from '#contract/money'
import { edition, periods, type LegalText } from './legal.ts'
import { contractSections } from './legal-terms-contract.ts'
import { relationSections } from './legal-terms-relation.ts'

const { durationMinutes, saleCents } = catalogue['primera-consulta']

export const terms: LegalText = {
  ...edition,
  path: '/terminos',
  title: 'Términos y condiciones',
  intro:
    'Estas son las condiciones con las que prestamos nuestras consultas y con las que usas tu cuenta. Las hemos escrito para que se entiendan: si algo no está claro, pregúntanos antes de contratar.',
  essentials: [
    `La primera consulta dura ${durationMinutes} minutos y cuesta ${formatCents(saleCents)}, impuestos incluidos.`,
    `Debes tener ${MINIMUM_AGE} años. Si aún no tienes ${periods.adultAge}, necesitas el consentimiento de tus padres o de tu tutor.`,
    `Tienes ${periods.withdrawalDays} días naturales para [desistir de la compra](/desistimiento) sin dar explicaciones.`,
    'Nuestras consultas no sustituyen la atención de tu médico.',
    `Si cambiamos estos términos, te avisaremos con ${periods.termsNoticeDays} días de antelación.`,
  ],
  sections: [...contractSections, ...relationSections],
}
