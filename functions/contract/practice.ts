import { PRODUCT_NAME } from './product.ts'
import type { VatTreatment } from './receipt.ts'

/** Legal details required by LSSI article 10 and GDPR article 13. */
export interface PracticeLegalDetails {
  readonly tradeName: string
  readonly legalName: string
  readonly taxId: string
  readonly address: string
  readonly email: string
  readonly phone: string
  readonly registry: string | undefined
  /** The VAT rate included in the prices, or the sentence that states the exemption. */
  readonly vat: VatTreatment
  readonly privacyOfficer: { readonly email: string }
  readonly profession:
    | {
        readonly practitioner: string
        readonly title: string
        readonly country: string
        readonly college: string
        readonly number: string
        readonly rules: string
        readonly memberships: readonly string[]
      }
    | undefined
}

/**
 * Placeholders: the owner of the practice fills them in before publishing. All legal pages use them. A production stage
 * is not deployed with a value that contains «ejemplo» (lib/deployable.ts).
 */
export const practiceLegalDetails: PracticeLegalDetails = {
  tradeName: PRODUCT_NAME,
  legalName: 'Hábitat Interior Ejemplo, S. L.',
  taxId: 'B00000000 (ejemplo)',
  address: 'Calle de Ejemplo, 1, 28000 Madrid, España',
  email: 'hola@habitat.example',
  phone: '+34 000 000 000 (ejemplo)',
  registry: 'Registro Mercantil de Madrid, tomo 00000, folio 000, hoja M-000000, inscripción 1.ª (ejemplo)',
  vat: { percent: 21 },
  privacyOfficer: { email: 'privacidad@habitat.example' },
  profession: {
    practitioner: 'Andrés Molina Vega',
    title: 'Licenciatura en Biología',
    country: 'España',
    college: 'Colegio Oficial de Biólogos de la Comunidad de Madrid',
    number: '90417-M (ejemplo)',
    rules: 'Código deontológico y estatutos de la profesión de biólogo, disponibles en la web de su colegio oficial',
    memberships: ['Sociedad Ibérica de Microbiota', 'Instituto de Nutrición y Microbioma'],
  },
}
